package dev.pawl.limiter.budget;

import dev.pawl.limiter.budget.BudgetState.Share;
import dev.pawl.limiter.budget.BudgetState.Waiter;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Decides which requests a node may make, given the state of the budget and the time. Pure.
///
/// What a node reserves counts as used until its lease has ended and a window has passed, however
/// much of it the node uses; the node's next report replaces it by what was really used. So a
/// reservation that is lost in a crash only leaves a part of the budget unused.
public final class Grants {
    /// The longest time for which a node can reserve requests.
    public static final Duration LEASE_MAX = Duration.ofMinutes(1);

    private Grants() {}

    /// Returns the decision on a demand.
    ///
    /// @param before the state, at `now`
    public static Decision decide(
            BudgetState before, NodeReport report, Demand demand, Instant now) {
        BudgetState state = before.after(report, now);
        Line line = new Line(state.waiters());
        List<Integer> places = demand.askers().stream().map(line::place).toList();
        boolean paused = now.isBefore(state.pace().pausedUntil());
        long requests = paused ? 0 : Math.max(0, state.free());
        long slots = Math.max(0, state.freeSlots() - report.inFlight());
        List<Answer> answers = new ArrayList<>();
        List<Waiter> waiting = line.absent();
        int granted = 0;
        for (int i = 0; i < places.size(); i++) {
            String who = demand.askers().get(i);
            int place = places.get(i);
            boolean isGranted = place < Math.min(requests, slots);
            if (isGranted) granted++;
            Answer answer =
                    isGranted ? new Answer(null, "") : later(state, place, slots <= place, now);
            answers.add(answer);
            if (answer.until() != null) {
                waiting.add(new Waiter(who, line.since(place, now), answer.until()));
            }
        }
        waiting.sort(Comparator.comparing(Waiter::since));
        int spare = bounded(requests - line.size(), demand.batch() - granted);
        int more = bounded(slots - line.size(), spare);
        boolean counts = state.settings().inFlight() != BudgetSettings.ANY;
        int held = counts ? report.inFlight() + granted + more : 0;
        Instant until = now.plus(demand.lease());
        Share share =
                new Share(
                        report.node(),
                        granted + spare,
                        until,
                        held,
                        until.plus(state.settings().requestTime()));
        boolean isEmpty = share.requests() == 0 && share.slots() == 0;
        BudgetState after = state.with(isEmpty ? Optional.empty() : Optional.of(share), waiting);
        return new Decision(after, share, answers);
    }

    private static int bounded(long wanted, int most) {
        return (int) Math.max(0, Math.min(wanted, most));
    }

    private static Answer later(BudgetState state, int place, boolean lacksSlot, Instant now) {
        Pace pace = state.pace();
        BudgetSettings settings = state.settings();
        if (now.isBefore(pace.pausedUntil())) {
            return new Answer(
                    pace.pausedUntil(),
                    "no requests until %s: %s".formatted(pace.pausedUntil(), pace.reason()));
        }
        if (state.free() > place && lacksSlot) {
            return new Answer(
                    now.plus(settings.leaseTime()),
                    "all %d concurrent requests are in use".formatted(settings.inFlight()));
        }
        Instant until = freeAt(state, place, now);
        String slowed =
                pace.allowed() == settings.requests()
                        ? ""
                        : " (slowed down from %d: %s)"
                                .formatted(settings.requests(), pace.reason());
        return new Answer(
                until,
                "all %d requests in %s are used up%s; the next one is allowed at %s"
                        .formatted(pace.allowed(), settings.window(), slowed, until));
    }

    /// Returns when so many requests have left the window that one is free at a place in the line.
    private static Instant freeAt(BudgetState state, int place, Instant now) {
        Duration window = state.settings().window();
        List<BudgetState.Use> ends = new ArrayList<>(state.uses());
        for (Share share : state.shares()) {
            if (share.requests() == 0) continue;
            ends.add(new BudgetState.Use(share.requests(), share.until()));
        }
        ends.sort(Comparator.comparing(BudgetState.Use::at));
        long free = state.free();
        Instant last = now;
        for (BudgetState.Use end : ends) {
            if (free > place) break;
            free += end.count();
            last = end.at();
        }
        return last.plus(window);
    }

    /// Who wants requests of a node, which further requests it reserves, and for how long.
    public record Demand(List<String> askers, int batch, Duration lease) {

        public Demand {
            askers = List.copyOf(askers);
        }
    }

    /// The state to store, what the node has reserved, and an answer to each asker in order.
    public record Decision(BudgetState state, Share share, List<Answer> answers) {

        public Decision {
            answers = List.copyOf(answers);
        }
    }

    /// A request may be made now if `until` is null; otherwise ask again then.
    public record Answer(@Nullable Instant until, String why) {}

    /// The waiters, the longest first, and after them those that ask for the first time. A waiter
    /// that does not ask now keeps its place for others to respect.
    private static final class Line {
        private final List<Waiter> known;
        private final boolean[] asks;
        private int newcomers;

        Line(List<Waiter> waiters) {
            known = waiters;
            asks = new boolean[waiters.size()];
        }

        int place(String who) {
            for (int i = 0; i < known.size(); i++) {
                if (asks[i] || !known.get(i).who().equals(who)) continue;
                asks[i] = true;
                return i;
            }
            return known.size() + newcomers++;
        }

        Instant since(int place, Instant now) {
            return place < known.size() ? known.get(place).since() : now;
        }

        List<Waiter> absent() {
            List<Waiter> absent = new ArrayList<>();
            for (int i = 0; i < known.size(); i++) if (!asks[i]) absent.add(known.get(i));
            return absent;
        }

        int size() {
            return known.size() + newcomers;
        }
    }
}
