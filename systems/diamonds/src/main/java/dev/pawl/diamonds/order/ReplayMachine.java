package dev.pawl.diamonds.order;

import dev.pawl.diamonds.canonical.PageOrigin;
import dev.pawl.diamonds.quarantine.QuarantinedStone;
import dev.pawl.diamonds.quarantine.StoneQuarantine;
import dev.pawl.machine.Attempt;
import dev.pawl.machine.Machine;
import dev.pawl.machine.Outcome;
import dev.pawl.machine.Recovery;
import dev.pawl.machine.Start;
import dev.pawl.pipeline.feed.BatchClaim;
import dev.pawl.pipeline.feed.BatchResult;
import dev.pawl.pipeline.feed.Feed;
import dev.pawl.pipeline.feed.PreparedBatch;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.UUID;

/// Consolidates quarantined stones again, a batch in a commit; what is accepted leaves quarantine.
public final class ReplayMachine {
    private static final String NAME = "diamonds-replay";
    private static final int STONES_MAX = 10_000;
    private static final int BATCH = 2_000;

    private final Map<String, Feed> feeds;
    private final Machine<ReplayRequest, ReplayDone> machine;

    public ReplayMachine(Map<String, Feed> feeds) {
        this.feeds = Map.copyOf(feeds);
        this.machine =
                Machine.named(NAME, ReplayRequest.class, ReplayDone.class)
                        .step(
                                "queue",
                                this::queue,
                                s ->
                                        s.recovery(
                                                Recovery.repeatBody()
                                                        .persists("the stones and a first claim")))
                        .step(
                                "consolidate",
                                this::consolidate,
                                s ->
                                        s.recovery(
                                                Recovery.resumeBody()
                                                        .persists("a batch, and the next claim")))
                        .cleanup(this::release)
                        .build();
    }

    public Machine<ReplayRequest, ReplayDone> machine() {
        return machine;
    }

    /// Returns the start of a replay: one at a time per feed.
    public Start<ReplayRequest> start(ReplayRequest request) {
        return machine.start(request).key(request.feed());
    }

    private Outcome<ReplayDone> queue(Attempt<ReplayRequest, ReplayDone> attempt) {
        ReplayRequest request = attempt.request();
        Feed feed = feeds.get(request.feed());
        if (feed == null) {
            return attempt.abort(
                    "expected a feed of %s, found '%s'".formatted(feeds.keySet(), request.feed()));
        }
        List<QuarantinedStone> stones =
                StoneQuarantine.list(attempt::query, request.feed(), 0, STONES_MAX).stream()
                        .filter(each ->
                                request.stones().isEmpty()
                                        || request.stones().contains(each.stoneId()))
                        .toList();
        if (stones.isEmpty()) {
            return attempt.abort(
                    request.stones().isEmpty()
                            ? "no stone of the feed '%s' is quarantined".formatted(request.feed())
                            : "no such stone is quarantined");
        }
        Instant now = attempt.now();
        PageOrigin origin = new PageOrigin(request.feed(), attempt.id().toString(), "replay", 0);
        return attempt.next()
                .withContext(new Progress(0, 0, stones.size()))
                .writing(tx -> {
                    StoneQuarantine.replay(tx, origin, stones, now);
                    feed.claim(tx, claim(attempt, 0, now));
                });
    }

    private Outcome<ReplayDone> consolidate(Attempt<ReplayRequest, ReplayDone> attempt)
            throws Exception {
        Feed feed = feeds.get(attempt.request().feed());
        if (feed == null) return attempt.fail("the feed is not registered");
        Progress progress = attempt.context(Progress.class).orElseThrow();
        Instant now = attempt.now();
        PreparedBatch batch = feed.prepare(attempt::query, claim(attempt, progress.batch(), now));
        if (batch.size() == 0) {
            long left = StoneQuarantine.count(attempt::query, attempt.id().toString());
            return attempt.next(new ReplayDone(progress.stones(), progress.stones() - left));
        }
        return attempt.repeatWith(
                        new Progress(
                                progress.batch() + 1,
                                progress.rows() + batch.size(),
                                progress.stones()))
                .writing(tx -> {
                    BatchResult _ = batch.write(tx);
                    feed.claim(tx, claim(attempt, progress.batch() + 1, now));
                });
    }

    private Outcome<ReplayDone> release(Attempt<ReplayRequest, ReplayDone> attempt) {
        Feed feed = feeds.get(attempt.request().feed());
        long batch = attempt.context(Progress.class).map(Progress::batch).orElse(0L);
        Instant now = attempt.now();
        return attempt.next()
                .writing(tx -> {
                    if (feed != null) feed.release(tx, claim(attempt, batch, now));
                });
    }

    private static BatchClaim claim(
            Attempt<ReplayRequest, ReplayDone> attempt, long batch, Instant now) {
        String id = attempt.id().toString();
        UUID run = UUID.nameUUIDFromBytes(id.getBytes(StandardCharsets.UTF_8));
        return new BatchClaim(run, id + "/" + batch, BATCH, now);
    }

    /// Which stones of a feed to try again; without any, all of them.
    public record ReplayRequest(String feed, List<String> stones, String actor) {
        public ReplayRequest {
            stones = List.copyOf(stones);
        }
    }

    /// How many stones were tried, and how many of them have left quarantine.
    public record ReplayDone(long stones, long accepted) {}

    private record Progress(long batch, long rows, long stones) {}
}
