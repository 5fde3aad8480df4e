package dev.pawl.diamonds.feed;

import dev.pawl.diamonds.heatmap.BoundGranularity;
import dev.pawl.diamonds.heatmap.BoundGranularity.Bounds;
import dev.pawl.diamonds.heatmap.CountedRange;
import dev.pawl.diamonds.heatmap.Heatmap;
import dev.pawl.diamonds.heatmap.HeatmapOptions;
import dev.pawl.diamonds.heatmap.HeatmapResult;
import dev.pawl.diamonds.heatmap.PriceRange;
import dev.pawl.diamonds.supplier.PageQuery;
import dev.pawl.diamonds.supplier.StoneFilter;
import dev.pawl.diamonds.supplier.StoneOrder;
import dev.pawl.diamonds.supplier.SupplierClient;
import dev.pawl.diamonds.supplier.SupplierException;
import dev.pawl.diamonds.supplier.SupplierGate;
import dev.pawl.diamonds.supplier.SupplierPage;
import dev.pawl.limiter.budget.Throttling;
import dev.pawl.pipeline.feed.FeedCalls;
import dev.pawl.pipeline.feed.FeedThrottled;
import dev.pawl.pipeline.feed.FetchedPage;
import dev.pawl.pipeline.feed.PageRequest;
import dev.pawl.pipeline.feed.Partition;
import dev.pawl.pipeline.feed.PartitionPlan;
import dev.pawl.pipeline.feed.RawItem;
import dev.pawl.pipeline.feed.Window;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;

/// Reads a supplier: partitions by price per carat, pages in the order in which stones were added.
///
/// A range is half-open, the supplier's bounds are inclusive, and prices per carat need not be
/// whole cents. Neighbours therefore share their boundary: a stone on it is read twice and stored
/// once. An incremental window has no upper bound at the supplier, because a stone that changes
/// during the run would leave its range and move the stones behind it to other offsets.
final class SupplierReader {
    private static final BoundGranularity BOUNDS = BoundGranularity.CONTINUOUS;

    /// How often a range is halved in search of the price that divides its stones.
    private static final int HALVINGS = 8;

    /// How far the supplier's times of updates may be behind ours.
    private static final Duration CLOCK_TOLERANCE = Duration.ofSeconds(2);

    /// All prices; the partition of changes is not divided by price.
    private static final String CHANGES_RANGE = PriceRange.ALL.json();

    private static final int COUNT_TRIES = 4;
    private static final Duration COUNT_PAUSE = Duration.ofMillis(250);

    private final SupplierClient client;
    private final HeatmapOptions heatmap;

    SupplierReader(SupplierClient client, HeatmapOptions heatmap) {
        this.client = client;
        this.heatmap = heatmap;
    }

    PartitionPlan plan(Window window, FeedCalls calls) throws Exception {
        HeatmapResult map =
                Heatmap.<Exception>scan(heatmap, range -> countPatiently(range, window, calls));
        List<Partition> partitions =
                map.partitions().stream()
                        .map(each -> new Partition(each.id(), each.range().json(), each.estimate()))
                        .toList();
        return new PartitionPlan(partitions, remarks(map));
    }

    private static List<String> remarks(HeatmapResult map) {
        List<String> remarks = new ArrayList<>();
        remarks.add(
                "counted %,d stones with %d %s: %d of %d ranges have stones"
                        .formatted(
                                map.total(),
                                map.calls(),
                                map.calls() == 1 ? "request" : "requests",
                                map.nonEmpty(),
                                map.scanned()));
        for (CountedRange tie : map.ties()) {
            remarks.add(
                    "%,d stones share one price per carat, %s cents, and stay in one partition"
                            .formatted(tie.stones(), tie.range().from()));
        }
        return remarks;
    }

    FetchedPage fetch(PageRequest page, FeedCalls calls) throws Exception {
        StoneFilter filter = filter(page.partition(), page.window());
        PageQuery query =
                new PageQuery(filter, page.offset(), page.limit(), StoneOrder.OLDEST_FIRST);
        SupplierPage answer = request(calls, () -> client.page(query, SupplierGate.OPEN));
        List<RawItem> items =
                answer.items().stream()
                        .map(each -> new RawItem(each.id(), each.payload(), each.hash()))
                        .toList();
        return new FetchedPage(items, answer.totalCount());
    }

    /// Counts with a few tries: a plan makes many requests, and one that fails must not discard the
    /// others.
    private long countPatiently(PriceRange range, Window window, FeedCalls calls) throws Exception {
        for (int tries = 1; ; tries++) {
            try {
                return count(range, window, calls);
            } catch (FeedThrottled e) {
                if (tries == COUNT_TRIES) throw e;
                calls.pause(e.throttling().delay());
            } catch (SupplierException e) {
                if (tries == COUNT_TRIES || !e.isRetryable()) throw e;
                calls.pause(COUNT_PAUSE.multipliedBy(tries));
            }
        }
    }

    /// Counts the stones of a partition that have not changed since the window ended.
    long closingCount(Partition partition, Window window, FeedCalls calls) throws Exception {
        StoneFilter all = filter(partition, window);
        Instant from = all.updatedFrom();
        Instant to = quietUntil(window);
        if (from != null && from.isAfter(to)) return 0;
        StoneFilter quiet = all.updated(from, to);
        return request(calls, () -> client.count(quiet, SupplierGate.OPEN));
    }

    /// Returns the stones that changed since the window ended, whatever their price: one that left
    /// the range in which it was not yet read, for one that was read, is among them. A stone that
    /// is in this partition stays in it for as long as it is in stock.
    Optional<Partition> changes(Window window, FeedCalls calls) throws Exception {
        StoneFilter changed = StoneFilter.ALL.updated(quietUntil(window), null);
        long stones = request(calls, () -> client.count(changed, SupplierGate.OPEN));
        if (stones == 0) return Optional.empty();
        PageQuery query = new PageQuery(changed, 0, 1, StoneOrder.OLDEST_FIRST);
        // A supplier that does not keep times of updates ignores the filter: everything it has
        // would be read again without any effect.
        boolean isTimed =
                request(calls, () -> client.page(query, SupplierGate.OPEN)).items().stream()
                        .anyMatch(each -> each.updatedAt().isPresent());
        if (!isTimed) return Optional.empty();
        return Optional.of(new Partition(Partition.CHANGES, CHANGES_RANGE, stones));
    }

    /// Returns until when a stone was last changed that was surely not changed during the run: a
    /// supplier may round its times to seconds, and its clock may be a little behind.
    private static Instant quietUntil(Window window) {
        return window.to().minus(CLOCK_TOLERANCE);
    }

    long count(PriceRange range, Window window, FeedCalls calls) throws Exception {
        return request(calls, () -> client.count(filter(range, window), SupplierGate.OPEN));
    }

    /// Divides the range of a partition into two with about the same number of stones. Both are
    /// read from their start: pages are not ordered by price, so the stones that were read are
    /// anywhere.
    List<Partition> split(PageRequest at, FeedCalls calls) throws Exception {
        if (isChanges(at.partition())) return List.of();
        PriceRange whole = PriceRange.parse(at.partition().range());
        if (whole.isSinglePrice()) return List.of();
        long stones = count(whole, at.window(), calls);
        long low = whole.from();
        long high = whole.isOpen() ? Math.max(1, whole.from()) * 4 : whole.to();
        long below = 0;
        long middle = low;
        for (int i = 0; i < HALVINGS && high - low > 1; i++) {
            long next = low + (high - low) / 2;
            long count = count(new PriceRange(whole.from(), next), at.window(), calls);
            middle = next;
            below = count;
            if (count > stones / 2) high = next;
            else low = next;
        }
        if (middle == whole.from()) return List.of();
        return List.of(
                part(new PriceRange(whole.from(), middle), below),
                part(new PriceRange(middle, whole.to()), Math.max(0, stones - below)));
    }

    /// The pipeline names the parts.
    private static Partition part(PriceRange range, long estimate) {
        return new Partition("part", range.json(), estimate);
    }

    private static boolean isChanges(Partition partition) {
        return partition.id().equals(Partition.CHANGES);
    }

    private static StoneFilter filter(Partition partition, Window window) {
        return isChanges(partition)
                ? StoneFilter.ALL.updated(quietUntil(window), null)
                : filter(PriceRange.parse(partition.range()), window);
    }

    private static StoneFilter filter(PriceRange range, Window window) {
        Bounds bounds = BOUNDS.bounds(range);
        return StoneFilter.ALL.caratPrice(bounds.from(), bounds.to()).updated(window.from(), null);
    }

    private static <T> T request(FeedCalls calls, Callable<T> request) throws Exception {
        return calls.request(() -> {
            try {
                return request.call();
            } catch (SupplierException e) {
                if (e.kind() != SupplierException.Kind.THROTTLED) throw e;
                throw new FeedThrottled(
                        new Throttling(
                                e.retryAfter().orElse(Throttling.DELAY),
                                String.valueOf(e.getMessage())));
            }
        });
    }
}
