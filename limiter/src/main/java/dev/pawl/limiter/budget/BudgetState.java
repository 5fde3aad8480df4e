package dev.pawl.limiter.budget;

import dev.pawl.limiter.budget.NodeReport.Refusal;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/// A budget as it is stored: what was used, what nodes have reserved, who waits, and the pace.
///
/// It is stored as JSON, so the names of the components stay.
public record BudgetState(
        BudgetSettings settings,
        List<Use> uses,
        List<Share> shares,
        List<Waiter> waiters,
        Pace pace) {
    /// How many times of uses are kept; beyond this, neighbours are merged into the later one.
    static final int USES_MAX = 64;

    /// How many waiters are kept; more may wait.
    static final int WAITERS_MAX = 100;

    public BudgetState {
        uses = List.copyOf(uses);
        shares = List.copyOf(shares);
        waiters = List.copyOf(waiters);
    }

    /// Returns an unused budget.
    public static BudgetState unused(BudgetSettings settings) {
        return new BudgetState(settings, List.of(), List.of(), List.of(), Pace.full(settings));
    }

    /// Returns the state at a time, under settings that may have changed, without what is over.
    ///
    /// Times in the future, because a clock went back, count as now. So no wait is longer than a
    /// lease and a window.
    public BudgetState at(Instant now, BudgetSettings present) {
        Duration window = present.window();
        List<Use> recent = new ArrayList<>();
        for (Use use : uses) {
            Instant at = earlier(use.at(), now);
            if (at.plus(window).isAfter(now)) recent.add(new Use(use.count(), at));
        }
        Instant slotsMax = now.plus(Grants.LEASE_MAX).plus(present.requestTime());
        List<Share> open = new ArrayList<>();
        for (Share share : shares) {
            Instant until = earlier(share.until(), now.plus(Grants.LEASE_MAX));
            Instant slotsUntil = earlier(share.slotsUntil(), slotsMax);
            int requests = until.plus(window).isAfter(now) ? share.requests() : 0;
            int slots = slotsUntil.isAfter(now) ? share.slots() : 0;
            if (requests > 0 || slots > 0) {
                open.add(new Share(share.node(), requests, until, slots, slotsUntil));
            }
        }
        List<Waiter> waiting =
                waiters.stream()
                        .filter(each -> each.isLive(now, present.leaseTime()))
                        .map(each -> each.since().isAfter(now) ? each.from(now) : each)
                        .toList();
        return new BudgetState(present, recent, open, waiting, pace.at(now, settings, present));
    }

    /// Returns how many requests count in the window that ends now: made or reserved.
    public long counted() {
        return uses.stream().mapToLong(Use::count).sum()
                + shares.stream().mapToLong(Share::requests).sum();
    }

    /// Returns how many requests can be reserved now; negative if the pace has slowed.
    public long free() {
        return pace.allowed() - counted();
    }

    /// Returns how many more requests can be in flight.
    public long freeSlots() {
        if (settings.inFlight() == BudgetSettings.ANY) return Integer.MAX_VALUE;
        return settings.inFlight() - shares.stream().mapToLong(Share::slots).sum();
    }

    /// Returns the state after a report: the node's share is replaced by what it did.
    BudgetState after(NodeReport report, Instant now) {
        List<Use> used = new ArrayList<>(uses);
        for (Use use : report.uses()) {
            Instant at = earlier(use.at(), now);
            if (at.plus(settings.window()).isAfter(now)) used.add(new Use(use.count(), at));
        }
        List<Share> others = new ArrayList<>(shares);
        others.removeIf(share -> share.node().equals(report.node()));
        Pace next = report.succeeded() > 0 ? pace.raised(settings, now) : pace;
        for (Refusal each : report.refusals()) {
            next = next.slowed(each.throttling(), each.made(), now);
        }
        return new BudgetState(settings, merged(used), others, waiters, next);
    }

    BudgetState with(Optional<Share> share, List<Waiter> waiting) {
        List<Share> all = new ArrayList<>(shares);
        share.ifPresent(all::add);
        List<Waiter> kept = waiting.subList(0, Math.min(waiting.size(), WAITERS_MAX));
        return new BudgetState(settings, uses, all, kept, pace);
    }

    /// The later of two times counts for both, so merging never allows more.
    private static List<Use> merged(List<Use> uses) {
        List<Use> all = new ArrayList<>(uses);
        all.sort(Comparator.comparing(Use::at));
        while (all.size() > USES_MAX) {
            int nearest = 1;
            for (int i = 2; i < all.size(); i++) {
                if (gap(all, i).compareTo(gap(all, nearest)) < 0) nearest = i;
            }
            Use later = all.get(nearest);
            int count = later.count() + all.remove(nearest - 1).count();
            all.set(nearest - 1, new Use(count, later.at()));
        }
        return all;
    }

    private static Duration gap(List<Use> uses, int index) {
        return Duration.between(uses.get(index - 1).at(), uses.get(index).at());
    }

    private static Instant earlier(Instant one, Instant other) {
        return one.isBefore(other) ? one : other;
    }

    /// Requests that were made at the same time, or a little before it.
    public record Use(int count, Instant at) {}

    /// What a node has reserved: requests that it can make until a time, and slots for requests in
    /// flight, which count as used until another time if the node never reports.
    public record Share(String node, int requests, Instant until, int slots, Instant slotsUntil) {}

    /// A caller that was refused: since when it waits, and when it should ask again.
    public record Waiter(String who, Instant since, Instant until) {
        /// One that does not ask again in time has given up.
        boolean isLive(Instant now, Duration grace) {
            return until.plus(grace).isAfter(now);
        }

        /// Returns a wait of the same length that starts now.
        Waiter from(Instant now) {
            return new Waiter(who, now, now.plus(Duration.between(since, until)));
        }
    }
}
