package dev.pawl.diamonds.feed;

import dev.pawl.diamonds.canonical.BatchBisection;
import dev.pawl.diamonds.canonical.ClaimedBy;
import dev.pawl.diamonds.canonical.Consolidation;
import dev.pawl.diamonds.canonical.MissingStones;
import dev.pawl.diamonds.canonical.PageClaims;
import dev.pawl.diamonds.canonical.PageCounts;
import dev.pawl.diamonds.canonical.PageOrigin;
import dev.pawl.diamonds.canonical.RawStone;
import dev.pawl.diamonds.canonical.RawStones;
import dev.pawl.diamonds.canonical.RunCounts;
import dev.pawl.diamonds.mapping.StoneMapping;
import dev.pawl.diamonds.rules.PricingRules;
import dev.pawl.diamonds.rules.RateTable;
import dev.pawl.diamonds.rules.RuleBook;
import dev.pawl.diamonds.supplier.PageQuery;
import dev.pawl.diamonds.supplier.SupplierClient;
import dev.pawl.machine.Transaction;
import dev.pawl.pipeline.feed.BatchClaim;
import dev.pawl.pipeline.feed.Feed;
import dev.pawl.pipeline.feed.FeedCalls;
import dev.pawl.pipeline.feed.FetchedPage;
import dev.pawl.pipeline.feed.ItemCounts;
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
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/// The stock of one supplier as a feed: read by the GraphQL client, stored as payloads, and
/// consolidated into priced, canonical stones. Thread-safe.
public final class DiamondFeed implements Feed {
    private final FeedSettings settings;
    private final SupplierReader reader;
    private final StoneMapping mapping;

    public DiamondFeed(FeedSettings settings, SupplierClient client) {
        this.settings = settings;
        this.reader = new SupplierReader(client, settings.heatmap());
        this.mapping = new StoneMapping(settings.isLabGrown());
    }

    @Override
    public String name() {
        return settings.name();
    }

    @Override
    public PartitionPlan plan(Window window, FeedCalls calls) throws Exception {
        return reader.plan(window, calls);
    }

    @Override
    public FetchedPage fetch(PageRequest page, FeedCalls calls) throws Exception {
        return reader.fetch(page, calls);
    }

    @Override
    public long count(Partition partition, Window window, FeedCalls calls) throws Exception {
        return reader.closingCount(partition, window, calls);
    }

    @Override
    public int pageMax() {
        return PageQuery.LIMIT_MAX;
    }

    @Override
    public Optional<Partition> changes(Window window, FeedCalls calls) throws Exception {
        return reader.changes(window, calls);
    }

    @Override
    public List<Partition> split(PageRequest at, FeedCalls calls) throws Exception {
        return reader.split(at, calls);
    }

    @Override
    public PageResult write(Transaction tx, PageWrite page) {
        PageRequest request = page.page();
        PageOrigin origin =
                new PageOrigin(
                        name(),
                        request.run().toString(),
                        request.partition().id(),
                        request.offset());
        PageCounts counts =
                RawStones.write(
                        tx,
                        origin,
                        page.items().stream().map(DiamondFeed::raw).toList(),
                        page.at());
        return new PageResult(counts.queued() + counts.same(), counts.same());
    }

    private static RawStone raw(RawItem item) {
        return new RawStone(item.id(), item.payload(), item.hash());
    }

    /// Also adds the rules of a new installation and the feed's currency, before the first stone is
    /// priced.
    @Override
    public void claim(Transaction tx, BatchClaim claim) {
        PricingRules.seed(tx, claim.at());
        RateTable.declare(tx, name(), settings.currency());
        PageClaims.claim(tx, new ClaimedBy(name(), claim.id()), claim.limit(), claim.at());
    }

    @Override
    public PreparedBatch prepare(RowQuery tables, BatchClaim claim) {
        RuleBook rules = RuleBook.at(tables::query, claim.at());
        Consolidation consolidation = new Consolidation(name(), mapping, rules);
        return new ClaimedStones(consolidation.prepare(tables::query, claim.id()), claim.at());
    }

    @Override
    public long halve(Transaction tx, BatchClaim claim, String reason) {
        BatchBisection.Result result =
                BatchBisection.halve(tx, new ClaimedBy(name(), claim.id()), reason, claim.at());
        return result == BatchBisection.Result.QUARANTINED ? 1 : 0;
    }

    @Override
    public void release(Transaction tx, BatchClaim claim) {
        PageClaims.release(tx, claim.id());
    }

    @Override
    public long pending(RowQuery tables, UUID run) {
        return PageClaims.pending(tables::query, run.toString());
    }

    @Override
    public Optional<ItemCounts> counts(RowQuery tables, UUID run) {
        RunCounts counts = RunCounts.of(tables::query, run.toString());
        return Optional.of(
                new ItemCounts(
                        counts.unique(),
                        RunCounts.byPartition(tables::query, run.toString()),
                        counts.created(),
                        counts.changed(),
                        counts.unchanged(),
                        counts.quarantined()));
    }

    @Override
    public RemovalPreview removable(RowQuery tables, RemovalRequest request) {
        MissingStones.Preview preview = MissingStones.preview(tables::query, origin(request));
        return new RemovalPreview(preview.missing(), preview.live());
    }

    @Override
    public long remove(Transaction tx, RemovalRequest request) {
        return switch (MissingStones.remove(tx, origin(request), policy(), request.at())) {
            case MissingStones.Result.Removed(int removed, int _) -> removed;
            case MissingStones.Result.Refused refused ->
                    throw new IllegalStateException(refused.text());
        };
    }

    private PageOrigin origin(RemovalRequest request) {
        return new PageOrigin(name(), request.run().toString(), "", 0);
    }

    /// The pipeline refuses a removal of too many stones before it asks for one.
    private MissingStones.Policy policy() {
        return new MissingStones.Policy(settings.grace(), 1);
    }

    @Override
    public void prune(Transaction tx, Instant before) {
        RawStones.forgetPayloads(tx, name(), before);
    }
}
