package dev.rekey.interceptor;

import com.datastax.oss.driver.api.core.ConsistencyLevel;
import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.DefaultConsistencyLevel;
import com.datastax.oss.driver.api.core.config.DefaultDriverOption;
import com.datastax.oss.driver.internal.core.cql.Conversions;
import dev.rekey.control.BucketStore;
import dev.rekey.core.mapping.BucketIndex;
import dev.rekey.core.mapping.KeyMapping;
import dev.rekey.core.mapping.ListedDelete;
import dev.rekey.core.mapping.TooManyBucketsException;
import dev.rekey.core.state.Leg;
import dev.rekey.core.state.Phase;
import dev.rekey.cql.route.IndexRows;
import dev.rekey.cql.route.IndexSlice;
import dev.rekey.cql.route.UnroutableException;
import dev.rekey.cql.route.WritePlan;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;

/**
 * The bucket indexes of the migrations of one session. A write opens its bucket before it is sent,
 * unless this process has opened it before: then it costs one look into a map.
 *
 * <p>Where the target leads, a bucket that cannot be opened fails the write before anything is
 * sent. Where the source leads, it is the follow leg that cannot be sent, and is journalled.
 */
final class Buckets {
  /** Crude, and enough: a bucket that is forgotten costs two round trips more. */
  private static final int MAX_KNOWN = 200_000;

  /** Each statement of a batch is a part of one request. */
  private static final int MOST_IN_BATCH = 256;

  private final CqlSession bypass;
  private final Duration patience;
  private final Map<String, BucketStore> stores = new ConcurrentHashMap<>();

  /** Opened, or being opened: whoever comes second waits for the first. */
  private final Map<Known, CompletableFuture<Void>> known = new ConcurrentHashMap<>();

  private record Known(String migration, BucketIndex.Entry entry) {}

  /**
   * @param patience how long a write waits where the source leads
   */
  Buckets(CqlSession bypass, Duration patience) {
    this.bypass = bypass;
    this.patience = patience;
  }

  /**
   * Opens the buckets of what is written and lists those in which is deleted; empty if there is
   * nothing to wait for, which is the rule.
   */
  Optional<CompletionStage<List<WritePart>>> prepare(Call call, List<WritePart> parts) {
    List<CompletionStage<WritePart>> stages = null;
    for (int i = 0; i < parts.size(); i++) {
      Optional<CompletionStage<WritePart>> stage = prepare(call, parts.get(i), parts.size());
      if (stage.isPresent() && stages == null) {
        stages = new ArrayList<>();
        for (WritePart before : parts.subList(0, i)) {
          stages.add(CompletableFuture.completedFuture(before));
        }
      }
      if (stages != null) {
        WritePart part = parts.get(i);
        stages.add(stage.orElseGet(() -> CompletableFuture.completedFuture(part)));
      }
    }
    return Optional.ofNullable(stages).map(Buckets::joined);
  }

  private static CompletionStage<List<WritePart>> joined(List<CompletionStage<WritePart>> stages) {
    CompletionStage<List<WritePart>> all = CompletableFuture.completedFuture(new ArrayList<>());
    for (CompletionStage<WritePart> stage : stages) {
      all =
          all.thenCombine(
              stage,
              (list, part) -> {
                list.add(part);
                return list;
              });
    }
    return all;
  }

  private Optional<CompletionStage<WritePart>> prepare(Call call, WritePart part, int parts) {
    if (part.plan().isEmpty() || part.phase() == Phase.SOURCE) {
      return Optional.empty();
    }
    WritePlan plan = part.plan().get();
    if (plan.verb() == WritePlan.Verb.DELETE) {
      return plan.needsIndex()
          ? Optional.of(failing(part, list(call, part, plan, parts)))
          : Optional.empty();
    }
    List<CompletableFuture<Void>> opening = null;
    for (BucketIndex.Entry entry : plan.entries(part.bindings())) {
      CompletableFuture<Void> opened = known.get(new Known(part.migration().orElseThrow(), entry));
      if (opened == null || !isDone(opened)) {
        opening = opening == null ? new ArrayList<>() : opening;
        opening.add(open(plan.mapping(), entry, level(call)));
      }
    }
    return opening == null
        ? Optional.empty()
        : Optional.of(
            failing(
                part,
                CompletableFuture.allOf(opening.toArray(new CompletableFuture<?>[0]))
                    .thenApply(done -> part)));
  }

  private static boolean isDone(CompletableFuture<Void> opened) {
    return opened.isDone() && !opened.isCompletedExceptionally();
  }

  /** Where the source leads, what fails or takes too long is the follow leg's trouble only. */
  private CompletionStage<WritePart> failing(WritePart part, CompletionStage<WritePart> prepared) {
    if (part.lead() == Leg.TARGET) {
      return prepared;
    }
    return prepared
        .toCompletableFuture()
        .copy()
        .orTimeout(patience.toMillis(), TimeUnit.MILLISECONDS)
        .handle(
            (ready, error) -> {
              if (error == null) {
                return CompletableFuture.completedFuture(ready);
              }
              Throwable cause = Errors.unwrap(error);
              return cause instanceof UnroutableException
                  ? CompletableFuture.<WritePart>failedFuture(cause)
                  : CompletableFuture.completedFuture(
                      part.with(new Indexed(Optional.of(cause), IndexRows.NOT_ASKED)));
            })
        .thenCompose(done -> done);
  }

  /** The values are the application's buffers, so what is kept is a copy. */
  private CompletableFuture<Void> open(
      KeyMapping mapping, BucketIndex.Entry entry, ConsistencyLevel level) {
    if (known.size() >= MAX_KNOWN) {
      known.clear();
    }
    Known key =
        new Known(
            mapping.migration(),
            new BucketIndex.Entry(copied(entry.partition()), copied(entry.bucket())));
    CompletableFuture<Void> mine = new CompletableFuture<>();
    CompletableFuture<Void> before = known.putIfAbsent(key, mine);
    if (before != null && !before.isCompletedExceptionally()) {
      return before;
    }
    store(mapping)
        .open(key.entry(), level)
        .whenComplete(
            (done, error) -> {
              if (error == null) {
                mine.complete(null);
              } else {
                known.remove(key, mine);
                mine.completeExceptionally(Errors.unwrap(error));
              }
            });
    return mine;
  }

  private static List<ByteBuffer> copied(List<ByteBuffer> values) {
    List<ByteBuffer> copies = new ArrayList<>();
    for (ByteBuffer value : values) {
      copies.add(ByteBuffer.allocate(value.remaining()).put(value.duplicate()).flip());
    }
    return copies;
  }

  /** Looks first whether there are too many: a delete that was noted cannot be refused any more. */
  private CompletionStage<WritePart> list(Call call, WritePart part, WritePlan plan, int parts) {
    List<IndexSlice> slices = plan.slices(part.bindings());
    int most = parts > 1 ? MOST_IN_BATCH : BucketStore.MOST_BUCKETS;
    long micros = LegStatement.timestamp(call);
    return rows(plan.mapping(), slices, most)
        .thenCompose(few -> note(plan, part, micros))
        .thenCompose(noted -> rows(plan.mapping(), slices, BucketStore.MOST_BUCKETS))
        .thenApply(rows -> part.with(new Indexed(Optional.empty(), rows)));
  }

  private CompletionStage<Void> note(WritePlan plan, WritePart part, long micros) {
    List<CompletableFuture<Void>> notes = new ArrayList<>();
    for (Map.Entry<List<ByteBuffer>, List<ListedDelete>> listed :
        plan.listed(part.bindings()).entrySet()) {
      for (ListedDelete delete : listed.getValue()) {
        notes.add(
            store(plan.mapping()).note(listed.getKey(), delete, micros).toCompletableFuture());
      }
    }
    return CompletableFuture.allOf(notes.toArray(new CompletableFuture<?>[0]));
  }

  /**
   * What the index says of some partitions.
   *
   * @param most more buckets than this in all of them fail the result with {@link
   *     UnroutableException}
   */
  CompletionStage<IndexRows> rows(KeyMapping mapping, List<IndexSlice> slices, int most) {
    Map<List<ByteBuffer>, List<List<ByteBuffer>>> all = new HashMap<>();
    CompletionStage<Void> read = CompletableFuture.completedFuture(null);
    List<CompletionStage<List<List<ByteBuffer>>>> answers = new ArrayList<>();
    for (IndexSlice slice : slices) {
      answers.add(store(mapping).buckets(slice.partition(), slice.low(), slice.high(), most));
    }
    for (int i = 0; i < slices.size(); i++) {
      List<ByteBuffer> partition = slices.get(i).partition();
      read =
          read.thenCombine(
              answers.get(i),
              (nothing, buckets) -> {
                all.put(partition, buckets);
                return null;
              });
    }
    return read.handle(
        (nothing, error) -> {
          if (error == null && all.values().stream().mapToInt(List::size).sum() <= most) {
            return IndexRows.of(all);
          }
          if (error == null || Errors.unwrap(error) instanceof TooManyBucketsException) {
            throw IndexRows.tooMany(mapping, most);
          }
          throw new CompletionException(Errors.unwrap(error));
        });
  }

  private BucketStore store(KeyMapping mapping) {
    return stores.computeIfAbsent(mapping.migration(), name -> new BucketStore(bypass, mapping));
  }

  /** At least QUORUM, since the one who deletes reads at QUORUM. */
  private static ConsistencyLevel level(Call call) {
    ConsistencyLevel own = call.statement().getConsistencyLevel();
    String name =
        own != null
            ? own.name()
            : Conversions.resolveExecutionProfile(call.statement(), call.context())
                .getString(DefaultDriverOption.REQUEST_CONSISTENCY);
    return switch (name) {
      case "ALL" -> DefaultConsistencyLevel.ALL;
      case "EACH_QUORUM" -> DefaultConsistencyLevel.EACH_QUORUM;
      default -> DefaultConsistencyLevel.QUORUM;
    };
  }
}
