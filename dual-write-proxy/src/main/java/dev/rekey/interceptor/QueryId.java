package dev.rekey.interceptor;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.regex.Pattern;

/**
 * Which of the application's queries a read was: the same for every execution, whatever its values
 * were and however the text was laid out.
 *
 * @param id of eight hexadecimal digits
 * @param text the query without the values in it, shortened
 */
record QueryId(String id, String text) {
  private static final int SHOWN = 160;
  private static final Pattern STRING = Pattern.compile("'(?:[^']|'')*'");
  private static final Pattern NUMBER =
      Pattern.compile(
          "(?<![\\w\"])-?(?:0x[0-9a-f]+|[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f-]{22}|\\d[\\w.]*)",
          Pattern.CASE_INSENSITIVE);
  private static final Pattern NAMED = Pattern.compile(":\\s*\\w+");
  private static final Pattern SPACE = Pattern.compile("\\s+");

  static QueryId of(String text) {
    String plain = STRING.matcher(text).replaceAll("?");
    plain = NAMED.matcher(plain).replaceAll("?");
    plain = NUMBER.matcher(plain).replaceAll("?");
    plain = SPACE.matcher(plain).replaceAll(" ").strip();
    return new QueryId(hash(plain), plain.substring(0, Math.min(SHOWN, plain.length())));
  }

  private static String hash(String text) {
    try {
      byte[] digest =
          MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8));
      return HexFormat.of().formatHex(digest, 0, 4);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("Cannot name a query: this JVM has no SHA-256", e);
    }
  }
}
