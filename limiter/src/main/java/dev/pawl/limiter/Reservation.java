package dev.pawl.limiter;

import dev.pawl.limiter.budget.BudgetSettings;
import dev.pawl.limiter.budget.BudgetState.Share;
import dev.pawl.limiter.budget.BudgetState.Use;
import dev.pawl.limiter.budget.NodeReport;
import dev.pawl.limiter.budget.NodeReport.Refusal;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/// What this node has reserved of a budget, and what it has done since its last report. Its budget
/// guards it.
final class Reservation {
    private final BudgetSettings settings;
    private int left;
    private int slots;
    private Instant until = Instant.MIN;
    private int batch = 1;
    private int succeeded;
    private final List<Use> uses = new ArrayList<>();
    private final List<Refusal> refusals = new ArrayList<>();
    private final List<RequestPermit> open = new ArrayList<>();

    Reservation(BudgetSettings settings) {
        this.settings = settings;
    }

    /// Counts a request that is made under this permit; returns false if none is reserved.
    boolean take(RequestPermit permit) {
        Instant now = permit.at();
        dropLost(now);
        if (left == 0 || !now.isBefore(until)) return false;
        if (countsSlots()) {
            if (open.size() >= slots) return false;
            open.add(permit);
        }
        left--;
        uses.add(new Use(1, now));
        return true;
    }

    /// Returns whether the request was in flight and another may take its place.
    boolean ended(RequestPermit permit) {
        return open.remove(permit);
    }

    void succeeded() {
        succeeded++;
    }

    void refused(Refusal refusal) {
        refusals.add(refusal);
    }

    /// Gives back what is left, which must not be used any more, and returns what was done.
    NodeReport report(String node, Instant now) {
        dropLost(now);
        boolean usedUp = left == 0 && !uses.isEmpty();
        batch = usedUp ? Math.min(2 * batch, settings.batchMax()) : 1;
        left = 0;
        return new NodeReport(node, uses, open.size(), succeeded, refusals);
    }

    /// Forgets what is durable now, and takes over what was reserved.
    void renew(NodeReport reported, Share share) {
        uses.subList(0, reported.uses().size()).clear();
        refusals.subList(0, reported.refusals().size()).clear();
        succeeded -= reported.succeeded();
        left = share.requests();
        slots = share.slots();
        until = share.until();
    }

    /// Returns how many requests to reserve: more while they are used up before they expire.
    int batch() {
        return batch;
    }

    /// Returns when it ends.
    Instant until() {
        return until;
    }

    /// Returns whether there is something to give back.
    boolean isUnused(Instant now) {
        dropLost(now);
        return left > 0 || (countsSlots() && slots > open.size());
    }

    private boolean countsSlots() {
        return settings.inFlight() != BudgetSettings.ANY;
    }

    /// A permit that was never closed stops to count when its request must be over.
    private void dropLost(Instant now) {
        open.removeIf(each -> !each.at().plus(settings.requestTime()).isAfter(now));
    }
}
