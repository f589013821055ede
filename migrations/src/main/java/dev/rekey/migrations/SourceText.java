package dev.rekey.migrations;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.CharsetDecoder;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/**
 * Decodes and normalises a script: strict UTF-8, no byte order mark, CR LF as LF. The checksum is
 * that of the normalised text, and the normalised text is what runs, so that the same checksum
 * means the same statements however the file was checked out.
 */
final class SourceText {
  private SourceText() {}

  /**
   * @throws CharacterCodingException if the bytes are not UTF-8
   */
  static String decode(byte[] bytes) throws CharacterCodingException {
    CharsetDecoder decoder =
        StandardCharsets.UTF_8
            .newDecoder()
            .onMalformedInput(CodingErrorAction.REPORT)
            .onUnmappableCharacter(CodingErrorAction.REPORT);
    String text = decoder.decode(ByteBuffer.wrap(bytes)).toString();
    String withoutMark = text.startsWith("\uFEFF") ? text.substring(1) : text;
    return withoutMark.replace("\r\n", "\n");
  }

  /** SHA-256 of the UTF-8 bytes of {@code text}, in lower-case hex. */
  static String sha256(String text) {
    try {
      MessageDigest digest = MessageDigest.getInstance("SHA-256");
      return HexFormat.of().formatHex(digest.digest(text.getBytes(StandardCharsets.UTF_8)));
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java has SHA-256", e);
    }
  }
}
