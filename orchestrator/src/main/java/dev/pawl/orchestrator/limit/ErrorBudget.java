package dev.pawl.orchestrator.limit;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// How many items may fail: a share of the latest ones, and a total.
///
/// It keeps only counts, in a few `batches`, the oldest first; `failed` counts all failures.
public record ErrorBudget(Allowance allowance, List<Batch> batches, long failed) {
    private static final int BATCHES = 20;

    public ErrorBudget {
        if (failed < 0) {
            throw new IllegalArgumentException("expected 0 failures or more, found " + failed);
        }
        batches = List.copyOf(batches);
    }

    /// Returns an unused budget.
    public static ErrorBudget of(Allowance allowance) {
        return new ErrorBudget(allowance, List.of(), 0);
    }

    /// Returns the budget after more items.
    public ErrorBudget after(long ok, long bad) {
        var added = new Batch(ok, bad);
        if (added.size() == 0) return this;
        List<Batch> next = new ArrayList<>(batches);
        // Small batches are merged, or there would be as many as items.
        boolean joins = !next.isEmpty() && next.getLast().size() + added.size() <= batchSize();
        next.add(joins ? next.removeLast().plus(added) : added);
        long size = next.stream().mapToLong(Batch::size).sum();
        while (size - next.getFirst().size() >= allowance.window()) {
            size -= next.removeFirst().size();
        }
        return new ErrorBudget(allowance, next, failed + bad);
    }

    /// Returns why there are too many failures; empty if there are not.
    public Optional<String> exceeded() {
        if (allowance.failures() != Allowance.ANY && failed > allowance.failures()) {
            return Optional.of(
                    "%d items failed (allowed: %d)".formatted(failed, allowance.failures()));
        }
        long seen = batches.stream().mapToLong(Batch::size).sum();
        long counted = Math.min(seen, allowance.window());
        double bad = badOfLatest(seen - counted);
        if (counted < allowance.atLeast() || bad <= allowance.part() * counted) {
            return Optional.empty();
        }
        return Optional.of(
                "%s of the latest %d items failed (%s %%, allowed: %s %%)"
                        .formatted(
                                number(bad),
                                counted,
                                number(100 * bad / counted),
                                number(100 * allowance.part())));
    }

    /// Only a part of the oldest batch is in the window; its failures count in proportion.
    private double badOfLatest(long beyond) {
        double bad = batches.stream().mapToLong(Batch::bad).sum();
        if (beyond == 0) return bad;
        Batch oldest = batches.getFirst();
        return bad - (double) oldest.bad() * beyond / oldest.size();
    }

    private int batchSize() {
        return Math.max(1, allowance.window() / BATCHES);
    }

    private static String number(double value) {
        return BigDecimal.valueOf(value)
                .setScale(1, RoundingMode.HALF_UP)
                .stripTrailingZeros()
                .toPlainString();
    }

    /// What may fail: `part` of the latest `window` items, once there are `atLeast` of them, and at
    /// most `failures` in total; and what to do when more fail.
    public record Allowance(double part, int window, int atLeast, long failures, Action action) {
        /// No limit on the total of failures.
        public static final long ANY = -1;

        public Allowance {
            if (!(part >= 0 && part <= 1)) {
                throw new IllegalArgumentException("expected a part from 0 to 1, found " + part);
            }
            if (atLeast < 1 || window < atLeast) {
                throw new IllegalArgumentException(
                        "expected at least 1 item and a window of as many, found %d in %d"
                                .formatted(atLeast, window));
            }
            if (failures < ANY) {
                throw new IllegalArgumentException(
                        "expected 0 failures or more, or -1 for any, found " + failures);
            }
        }

        /// Returns the default allowance: 10 % of the latest 200 items, once there are 20; then
        /// pause.
        public static Allowance ofDefaults() {
            return new Allowance(0.1, 200, 20, ANY, Action.PAUSE);
        }
    }

    /// What to do when more items fail than allowed.
    public enum Action {
        /// Pause until a user resumes the provider.
        PAUSE,
        /// End the provider as failed.
        FAIL,
        /// Report it and continue.
        CONTINUE
    }

    /// How many consecutive items succeeded and failed.
    public record Batch(long ok, long bad) {

        public Batch {
            if (ok < 0 || bad < 0) {
                throw new IllegalArgumentException(
                        "expected 0 items or more, found %d ok and %d bad".formatted(ok, bad));
            }
        }

        long size() {
            return ok + bad;
        }

        Batch plus(Batch other) {
            return new Batch(ok + other.ok, bad + other.bad);
        }
    }
}
