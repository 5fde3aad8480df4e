package dev.pawl.pipeline;

import dev.pawl.machine.OwnTables;
import dev.pawl.machine.Transaction;
import dev.pawl.pipeline.feed.BatchClaim;
import dev.pawl.pipeline.feed.BatchResult;
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
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.atomic.AtomicInteger;

/// A source of numbers in memory, in partitions of equal ranges, which fails on demand and counts
/// its calls. Its rows are in the store. INV-23: the pipeline knows a source by its `Feed` alone.
final class NumbersFeed implements Feed {
    static final OwnTables TABLES =
            new OwnTables(
                    "numbers",
                    List.of(
                            List.of(
                                    """
                                    create table numbers_raw (
                                      feed text not null,
                                      id text not null,
                                      seen_run text not null,
                                      payload text not null,
                                      status text not null,
                                      claim text,
                                      writes integer not null,
                                      primary key (feed, id))
                                    """,
                                    """
                                    create table numbers (
                                      feed text not null,
                                      id text not null,
                                      value text not null,
                                      writes integer not null,
                                      primary key (feed, id))
                                    """)));

    private final String name;
    private final int partitions;
    private final Map<Integer, Item> stock = new ConcurrentSkipListMap<>();
    private final Map<String, AtomicInteger> fetches = new ConcurrentHashMap<>();
    private final List<Window> windows = new ArrayList<>();
    private volatile Fault fault = (_, _) -> {};
    private volatile BatchFault batchFault = _ -> {};
    private volatile Runnable onPrepared = () -> {};
    private volatile int shortPage = Integer.MAX_VALUE;
    private volatile int estimateShare = 1;
    private volatile boolean isDivisible;
    private volatile long countedTooMany;
    private volatile boolean losesResults;
    private volatile boolean isPlannedAtOnce;
    private volatile Runnable onPlan = () -> {};
    private volatile Callable<Optional<Partition>> changes = Optional::empty;

    NumbersFeed(String name, int partitions, int numbers) {
        this.name = name;
        this.partitions = partitions;
        for (int i = 0; i < numbers; i++) put(i, "v" + i, Instant.EPOCH);
    }

    void put(int id, String value, Instant updatedAt) {
        stock.put(id, new Item(value, updatedAt));
    }

    void remove(int id) {
        stock.remove(id);
    }

    /// Sets what may throw before a page is read.
    NumbersFeed before(Fault other) {
        fault = other;
        return this;
    }

    /// Sets what may throw before a batch is mapped.
    NumbersFeed beforeBatch(BatchFault other) {
        batchFault = other;
        return this;
    }

    /// Sets what happens between the mapping of a batch and its commit.
    NumbersFeed onPrepared(Runnable other) {
        onPrepared = other;
        return this;
    }

    /// Returns pages of at most this many items, whatever is asked for.
    NumbersFeed shortPages(int items) {
        shortPage = items;
        return this;
    }

    /// Estimates a share of what there is.
    NumbersFeed underestimate(int divisor) {
        estimateShare = divisor;
        return this;
    }

    NumbersFeed divisible() {
        isDivisible = true;
        return this;
    }

    NumbersFeed countTooMany(long more) {
        countedTooMany = more;
        return this;
    }

    /// Sets the answer to what has changed during a run.
    NumbersFeed changes(Callable<Optional<Partition>> other) {
        changes = other;
        return this;
    }

    NumbersFeed onPlan(Runnable other) {
        onPlan = other;
        return this;
    }

    /// Plans with one request, however many partitions there are.
    NumbersFeed plannedAtOnce() {
        isPlannedAtOnce = true;
        return this;
    }

    NumbersFeed loseResults() {
        losesResults = true;
        return this;
    }

    /// Returns how often each page was requested, by `partition@offset`.
    Map<String, Integer> fetches() {
        Map<String, Integer> all = new TreeMap<>();
        fetches.forEach((page, count) -> all.put(page, count.get()));
        return all;
    }

    List<Window> windows() {
        return windows;
    }

    List<String> expected() {
        return stock.entrySet().stream()
                .map(each -> "%05d=%s".formatted(each.getKey(), each.getValue().value()))
                .toList();
    }

    static List<String> stored(RowQuery tables, String feed) {
        return tables.query(
                "select id, value from numbers where feed = ? order by id",
                row -> row.text(1) + "=" + row.text(2),
                feed);
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public PartitionPlan plan(Window window, FeedCalls calls) throws Exception {
        onPlan.run();
        windows.add(window);
        int numbers =
                stock.isEmpty() ? 0 : ((ConcurrentSkipListMap<Integer, Item>) stock).lastKey() + 1;
        List<Partition> plan = new ArrayList<>();
        for (int i = 0; i < partitions; i++) {
            int from = numbers * i / partitions;
            int to = numbers * (i + 1) / partitions;
            String range = from + " " + to;
            long count =
                    isPlannedAtOnce && i > 0
                            ? in(range, window).size()
                            : calls.request(() -> (long) in(range, window).size());
            if (count > 0) {
                plan.add(new Partition("partition-" + i, range, count / estimateShare));
            }
        }
        return PartitionPlan.of(plan);
    }

    @Override
    public FetchedPage fetch(PageRequest page, FeedCalls calls) throws Exception {
        return calls.request(() -> {
            PageRequest named = named(page);
            String key = page.partition().id() + "@" + named.offset();
            int number = fetches.computeIfAbsent(key, _ -> new AtomicInteger()).incrementAndGet();
            fault.before(named, number);
            int limit = Math.min(page.limit(), shortPage);
            List<RawItem> all = in(page.partition().range(), page.window());
            return new FetchedPage(
                    all.stream().skip(page.offset()).limit(limit).toList(), all.size());
        });
    }

    /// A page is named by the offset of its first new item; all but the first page repeat one.
    private static PageRequest named(PageRequest page) {
        if (page.limit() % 2 == 0) return page;
        return new PageRequest(
                page.run(), page.partition(), page.window(), page.offset() + 1, page.limit() - 1);
    }

    private List<RawItem> in(String range, Window window) {
        String[] bounds = range.split(" ", -1);
        int from = Integer.parseInt(bounds[0]);
        int to = Integer.parseInt(bounds[1]);
        List<RawItem> items = new ArrayList<>();
        stock.forEach((id, item) -> {
            boolean isNew = window.from() == null || !item.updatedAt().isBefore(window.from());
            if (id >= from && id < to && isNew && !item.updatedAt().isAfter(window.to())) {
                items.add(new RawItem("%05d".formatted(id), item.value(), item.value()));
            }
        });
        return items;
    }

    @Override
    public long count(Partition partition, Window window, FeedCalls calls) throws Exception {
        return calls.request(() -> in(partition.range(), window).size() + countedTooMany);
    }

    @Override
    public Optional<Partition> changes(Window window, FeedCalls calls) throws Exception {
        return calls.request(changes);
    }

    @Override
    public List<Partition> split(PageRequest at, FeedCalls calls) {
        if (!isDivisible) return List.of();
        List<RawItem> rest =
                in(at.partition().range(), at.window()).stream().skip(at.offset()).toList();
        if (rest.size() < 2) return List.of();
        int first = Integer.parseInt(rest.getFirst().id());
        int middle = Integer.parseInt(rest.get(rest.size() / 2).id());
        int end = Integer.parseInt(at.partition().range().split(" ", -1)[1]);
        return List.of(
                new Partition("a", first + " " + middle, rest.size()),
                new Partition("b", middle + " " + end, rest.size()));
    }

    @Override
    public PageResult write(Transaction tx, PageWrite page) {
        String run = page.page().run().toString();
        long unique = 0;
        long unchanged = 0;
        for (RawItem item : page.items()) {
            String[] known =
                    tx
                            .query(
                                    "select seen_run, payload, status from numbers_raw"
                                            + " where feed = ? and id = ?",
                                    row -> new String[] {row.text(1), row.text(2), row.text(3)},
                                    name,
                                    item.id())
                            .stream()
                            .findFirst()
                            .orElse(new String[] {"", "", ""});
            boolean isDone = known[2].equals("done") && known[1].equals(item.payload());
            boolean isSeen = known[0].equals(run);
            if (!isSeen) unique++;
            if (!isSeen && isDone) unchanged++;
            tx.update(
                    "insert into numbers_raw (feed, id, seen_run, payload, status, writes)"
                            + " values (?, ?, ?, ?, ?, 1) on conflict (feed, id) do update set"
                            + " seen_run = excluded.seen_run, payload = excluded.payload,"
                            + " status = excluded.status, claim = null,"
                            + " writes = numbers_raw.writes + 1",
                    name,
                    item.id(),
                    run,
                    item.payload(),
                    isDone ? "done" : "pending");
        }
        return new PageResult(unique, unchanged);
    }

    @Override
    public void claim(Transaction tx, BatchClaim claim) {
        tx.update(
                "update numbers_raw set status = 'processing', claim = ? where feed = ? and id in"
                        + " (select id from numbers_raw where feed = ? and seen_run = ?"
                        + " and status = 'pending' order by id limit ?)",
                claim.id(),
                name,
                name,
                claim.run().toString(),
                claim.limit());
    }

    @Override
    public PreparedBatch prepare(RowQuery tables, BatchClaim claim) throws Exception {
        batchFault.before(claim);
        List<RawItem> rows =
                tables.query(
                        "select id, payload from numbers_raw where feed = ? and claim = ?"
                                + " and status = 'processing' order by id",
                        row -> new RawItem(row.text(1), row.text(2), row.text(2)),
                        name,
                        claim.id());
        onPrepared.run();
        return new Rows(rows, claim);
    }

    @Override
    public void release(Transaction tx, BatchClaim claim) {
        tx.update(
                "update numbers_raw set status = 'pending', claim = null where feed = ?"
                        + " and claim = ? and status = 'processing'",
                name,
                claim.id());
    }

    @Override
    public long pending(RowQuery tables, UUID run) {
        return tables.query(
                        "select count(*) from numbers_raw where feed = ? and seen_run = ?"
                                + " and status in ('pending', 'processing')",
                        row -> row.number(1),
                        name,
                        run.toString())
                .getFirst();
    }

    @Override
    public RemovalPreview removable(RowQuery tables, RemovalRequest request) {
        return tables.query(
                        "select count(*), coalesce(sum(case when r.seen_run <> ? then 1"
                                + " else 0 end), 0) from numbers n join numbers_raw r"
                                + " on r.feed = n.feed and r.id = n.id where n.feed = ?",
                        row -> new RemovalPreview(row.number(2), row.number(1)),
                        request.run().toString(),
                        name)
                .getFirst();
    }

    @Override
    public long remove(Transaction tx, RemovalRequest request) {
        return tx.update(
                "delete from numbers where feed = ? and id in (select id from numbers_raw"
                        + " where feed = ? and seen_run <> ?)",
                name,
                name,
                request.run().toString());
    }

    /// Throws before a page is read for the `number`-th time, or does nothing.
    interface Fault {
        void before(PageRequest page, int number) throws Exception;
    }

    /// Throws before a batch is mapped, or does nothing.
    interface BatchFault {
        void before(BatchClaim claim) throws Exception;
    }

    private record Item(String value, Instant updatedAt) {}

    /// A number that starts with `bad` is quarantined.
    private final class Rows implements PreparedBatch {
        private final List<RawItem> rows;
        private final BatchClaim claim;

        Rows(List<RawItem> rows, BatchClaim claim) {
            this.rows = rows;
            this.claim = claim;
        }

        @Override
        public int size() {
            return rows.size();
        }

        @Override
        public BatchResult write(Transaction tx) {
            long inserted = 0;
            long updated = 0;
            long quarantined = 0;
            for (RawItem row : rows) {
                boolean isBad = row.payload().startsWith("bad");
                int marked =
                        tx.update(
                                "update numbers_raw set status = ?, claim = null where feed = ?"
                                        + " and id = ? and claim = ? and payload = ?",
                                isBad ? "failed" : "done",
                                name,
                                row.id(),
                                claim.id(),
                                row.payload());
                if (marked == 0) continue;
                if (isBad) {
                    quarantined++;
                    continue;
                }
                boolean isKnown =
                        !tx.query(
                                        "select value from numbers where feed = ? and id = ?",
                                        found -> Objects.requireNonNull(found.text(1)),
                                        name,
                                        row.id())
                                .isEmpty();
                tx.update(
                        "insert into numbers (feed, id, value, writes) values (?, ?, ?, 1)"
                                + " on conflict (feed, id) do update set value = excluded.value,"
                                + " writes = numbers.writes + 1",
                        name,
                        row.id(),
                        row.payload());
                if (isKnown) updated++;
                else inserted++;
            }
            return new BatchResult(losesResults ? 0 : inserted, updated, 0, quarantined);
        }
    }
}
