package dev.pawl.pipeline.page;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.engine.RealHost;
import dev.pawl.machine.Transaction;
import dev.pawl.pipeline.feed.BatchClaim;
import dev.pawl.pipeline.feed.Feed;
import dev.pawl.pipeline.feed.FeedCalls;
import dev.pawl.pipeline.feed.FetchedPage;
import dev.pawl.pipeline.feed.PageRequest;
import dev.pawl.pipeline.feed.PageResult;
import dev.pawl.pipeline.feed.PageWrite;
import dev.pawl.pipeline.feed.Partition;
import dev.pawl.pipeline.feed.PartitionPlan;
import dev.pawl.pipeline.feed.PreparedBatch;
import dev.pawl.pipeline.feed.RawItem;
import dev.pawl.pipeline.feed.RemovalPreview;
import dev.pawl.pipeline.feed.RemovalRequest;
import dev.pawl.pipeline.feed.RowQuery;
import dev.pawl.pipeline.feed.Window;
import dev.pawl.pipeline.page.PageFinder.NextItems;
import dev.pawl.pipeline.table.PagePlace;
import dev.pawl.testkit.Rounds;
import java.time.Duration;
import java.time.Instant;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeSet;
import java.util.UUID;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/// Items come and go between all requests, by a seed.
@Tag("volume")
class MovingItemsTest {
    private static final int PAGE_SIZE = 10;

    /// D7, INV-03: every item that is there all the time is read, whatever moves around it.
    @Test
    void everyItemThatStaysIsRead() throws Exception {
        long searched = 0;
        long lost = 0;
        Rounds rounds = Rounds.of("pawl.seeds", 300);
        while (rounds.next()) {
            long seed = Long.getLong("pawl.seed", rounds.count());
            MovingFeed feed = new MovingFeed(seed);
            Set<String> steady = feed.items();
            Reading reading = new Reading(feed);
            reading.readAll();
            steady.retainAll(feed.items());
            steady.removeAll(feed.returned);
            assertThat(reading.read).as("seed %d", seed).containsAll(steady);
            searched += feed.fetches - reading.pages;
            lost += reading.place.rereads();
        }
        assertThat(searched).isPositive();
        assertThat(lost).isPositive();
        System.out.printf(
                "volume: %d moving partitions, %d extra pages, read again %d times%n",
                rounds.count(), searched, lost);
    }

    /// One partition that is read page by page, as its step does.
    private static final class Reading {
        private final MovingFeed feed;
        private final Set<String> read = new HashSet<>();
        private PagePlace place = new PagePlace(0, List.of(), 0);
        private long pages;

        Reading(MovingFeed feed) {
            this.feed = feed;
        }

        void readAll() throws Exception {
            PartitionWork work =
                    new PartitionWork(
                            "moving",
                            new UUID(0, 1),
                            "trace",
                            new Window(null, Instant.EPOCH),
                            new Partition("partition-0", "", 0),
                            PAGE_SIZE,
                            "none");
            while (true) {
                FeedCalls calls =
                        new FeedCalls(new RealHost(), null, "test", Duration.ofSeconds(1), 80);
                Optional<NextItems> found = new PageFinder(feed, work, calls).read(place);
                pages++;
                if (found.isEmpty()) {
                    place = place.lost();
                    continue;
                }
                NextItems items = found.get();
                List<String> ids = items.items().stream().map(RawItem::id).toList();
                read.addAll(ids);
                place = place.behind(items.next(), ids);
                if (items.isLast()) return;
            }
        }
    }

    /// Items in the order of their numbers, of which some vanish and others appear after each
    /// request; some pages are short.
    private static final class MovingFeed implements Feed {
        private final SplittableRandom random;
        private final TreeSet<Integer> stock = new TreeSet<>();
        private final Set<String> returned = new HashSet<>();
        private final double share;
        private long fetches;

        MovingFeed(long seed) {
            random = new SplittableRandom(seed);
            int size = random.nextInt(200);
            for (int i = 0; i < size; i++) stock.add(random.nextInt(1_000));
            share = random.nextDouble() * 0.4;
        }

        Set<String> items() {
            Set<String> all = new HashSet<>();
            stock.forEach(each -> all.add(id(each)));
            return all;
        }

        private static String id(int number) {
            return "%04d".formatted(number);
        }

        @Override
        public FetchedPage fetch(PageRequest page, FeedCalls calls) throws Exception {
            return calls.request(() -> {
                fetches++;
                // In the end it comes to rest, or a partition could be lost forever.
                if (fetches < 60) move();
                int limit = page.limit();
                if (random.nextInt(10) == 0) limit = 1 + random.nextInt(limit);
                return new FetchedPage(
                        stock.stream()
                                .skip(page.offset())
                                .limit(limit)
                                .map(each -> new RawItem(id(each), "", ""))
                                .toList(),
                        stock.size());
            });
        }

        private void move() {
            int changes = random.nextInt(1 + (int) (stock.size() * share));
            for (int i = 0; i < changes; i++) {
                int number = random.nextInt(1_000);
                Integer near = stock.ceiling(number);
                if (near != null && random.nextInt(3) > 0) {
                    stock.remove(near);
                } else if (stock.add(number)) {
                    // It was not there all the time.
                    returned.add(id(number));
                }
            }
        }

        @Override
        public String name() {
            return "moving";
        }

        @Override
        public PartitionPlan plan(Window window, FeedCalls calls) {
            throw new UnsupportedOperationException();
        }

        @Override
        public PageResult write(Transaction tx, PageWrite page) {
            throw new UnsupportedOperationException();
        }

        @Override
        public long count(Partition partition, Window window, FeedCalls calls) {
            throw new UnsupportedOperationException();
        }

        @Override
        public void claim(Transaction tx, BatchClaim claim) {
            throw new UnsupportedOperationException();
        }

        @Override
        public PreparedBatch prepare(RowQuery tables, BatchClaim claim) {
            throw new UnsupportedOperationException();
        }

        @Override
        public void release(Transaction tx, BatchClaim claim) {
            throw new UnsupportedOperationException();
        }

        @Override
        public long pending(RowQuery tables, UUID run) {
            throw new UnsupportedOperationException();
        }

        @Override
        public RemovalPreview removable(RowQuery tables, RemovalRequest request) {
            throw new UnsupportedOperationException();
        }

        @Override
        public long remove(Transaction tx, RemovalRequest request) {
            throw new UnsupportedOperationException();
        }
    }
}
