package dev.pawl.orchestrator.conformance;

import dev.pawl.orchestrator.Order.Verb;
import dev.pawl.orchestrator.ProviderStats.Changes;
import dev.pawl.orchestrator.ProviderStats.Counts;
import dev.pawl.orchestrator.conformance.BatchCrash.Point;
import dev.pawl.orchestrator.conformance.ProviderProcess.Plan;
import dev.pawl.orchestrator.conformance.ProviderProcess.Result;
import dev.pawl.orchestrator.lifecycle.ProviderState;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// The rules about a whole provider in an engine: undisturbed, in parallel, killed, paused and in a
/// second cycle.
final class EngineRules {
    /// Few, because each batch costs processes that are killed.
    private static final int BATCHES = 3;

    private static final int BATCHES_IN_PARALLEL = 20;
    private static final int PERMITS_MAX = 10;
    private static final int DISTURBANCES_MAX = 12;

    private final CheckedProvider subject;
    private final RuleViolations findings;

    EngineRules(CheckedProvider subject, RuleViolations findings) {
        this.subject = subject;
        this.findings = findings;
    }

    void check(ReferenceReading sample) throws InterruptedException {
        if (!findings.allow(ConformanceRule.COMPLETES)) return;
        int size = sample.sizeOf(BATCHES);
        Result calm = attempt(ConformanceRule.COMPLETES, "one permit", () -> settled(sample, size));
        if (calm == null) return;
        if (findings.allow(ConformanceRule.PARALLEL)) {
            int permits = Math.min(PERMITS_MAX, sample.provider().config().terms().max());
            int small = sample.sizeOf(BATCHES_IN_PARALLEL);
            Plan plan = new Plan("parallel", Point.NEVER, small, permits);
            compare(ConformanceRule.PARALLEL, calm, permits + " permits", () -> once(plan));
        }
        if (findings.allow(ConformanceRule.SURVIVES)) {
            compare(ConformanceRule.SURVIVES, calm, "killed again and again", () -> killed(size));
        }
        if (findings.allow(ConformanceRule.PAUSES)) {
            compare(ConformanceRule.PAUSES, calm, "paused again and again", () -> paused(size));
        }
    }

    /// Runs a cycle, and two more without new records; returns the result of the first.
    private Result settled(ReferenceReading sample, int size) throws InterruptedException {
        try (ProviderProcess process =
                ProviderProcess.open(subject, new Plan("calm", Point.NEVER, size, 1))) {
            process.start();
            process.cycle(false);
            Result first = process.result();
            completed(sample, first);
            if (findings.allow(ConformanceRule.SETTLED)) {
                for (boolean full : List.of(false, true)) {
                    process.cycle(full);
                    unchanged(
                            first,
                            process.result(),
                            full ? "a full second cycle" : "a second cycle");
                }
            }
            return first;
        }
    }

    private void completed(ReferenceReading sample, Result result) {
        String where = "the first cycle, with one permit";
        if (!result.end().equals("COMPLETED")) {
            findings.add(ConformanceRule.COMPLETES, "COMPLETED", result.end(), where);
            return;
        }
        Counts counts = result.counts();
        int good = sample.entries().size();
        Counted expected = new Counted(sample.size(), sample.size() - good);
        Counted found = new Counted(counts.processed(), counts.errors());
        if (!expected.equals(found)) {
            findings.add(ConformanceRule.COMPLETES, expected.toString(), found.toString(), where);
        }
        Changes changes = counts.changes();
        long sum = changes.created() + changes.changed() + changes.unchanged();
        if (sum < ReferenceReading.names(sample.entries()) || sum > good) {
            String entries = "%d entries created, changed or unchanged".formatted(good);
            findings.add(ConformanceRule.COMPLETES, entries, changes.toString(), where);
        }
    }

    private void unchanged(Result first, Result again, String where) {
        Changes changes = again.counts().changes();
        if (!again.end().equals("COMPLETED")) {
            findings.add(ConformanceRule.SETTLED, "COMPLETED", again.end(), where);
        } else if (changes.created() + changes.changed() + changes.removed() > 0) {
            String found = changes.toString();
            findings.add(
                    ConformanceRule.SETTLED, "nothing created, changed or removed", found, where);
        }
        ListDifference.between("item", first.items(), again.items())
                .ifPresent(found -> findings.add(ConformanceRule.SETTLED, found, where));
    }

    private Result once(Plan plan) throws InterruptedException {
        try (ProviderProcess process = ProviderProcess.open(subject, plan)) {
            process.start();
            process.cycle(false);
            return process.result();
        }
    }

    /// Kills the process alternately before and after the commit of a batch, until the cycle ends.
    private Result killed(int size) throws InterruptedException {
        for (int processes = 0; ; processes++) {
            Point crash = processes % 2 == 0 ? Point.BEFORE_COMMIT : Point.AFTER_COMMIT;
            if (processes >= DISTURBANCES_MAX) crash = Point.NEVER;
            boolean first = processes == 0;
            try (ProviderProcess process =
                    ProviderProcess.open(subject, new Plan("killed", crash, size, 1))) {
                Optional<Result> result =
                        process.untilCrash(() -> {
                            process.start();
                            if (first) process.order(Verb.START, false);
                            process.settle();
                            return process.result();
                        });
                if (result.isPresent()) return result.get();
            }
        }
    }

    /// Pauses and resumes the provider whenever a batch was written and the next will be read.
    private Result paused(int size) throws InterruptedException {
        try (ProviderProcess process =
                ProviderProcess.open(subject, new Plan("paused", Point.NEVER, size, 1))) {
            process.start();
            process.instrumented().halting(true);
            process.order(Verb.START, false);
            for (int i = 0; i < DISTURBANCES_MAX && process.awaitHalt(); i++) {
                process.order(Verb.PAUSE, false);
                process.awaitState(ProviderState.PAUSED);
                process.instrumented().halting(i < DISTURBANCES_MAX - 1);
                process.order(Verb.RESUME, false);
            }
            process.settle();
            return process.result();
        }
    }

    private void compare(ConformanceRule rule, Result calm, String where, Trial trial)
            throws InterruptedException {
        Result result = attempt(rule, where, trial);
        if (result == null) return;
        if (!result.end().equals(calm.end())) {
            findings.add(rule, calm.end(), result.end(), where);
            return;
        }
        ListDifference.between("item", calm.items(), result.items())
                .ifPresent(found -> findings.add(rule, found, where));
        String expected = counted(calm.counts());
        String found = counted(result.counts());
        if (!expected.equals(found)) findings.add(rule, expected, found, where);
    }

    /// How often a repeated item counts as created or changed depends on the batches.
    private String counted(Counts counts) {
        Counted counted = new Counted(counts.processed(), counts.errors());
        return subject.repeats() ? counted.toString() : counted + ", " + counts.changes();
    }

    /// A failure of a trial is a finding, and the check continues.
    private @Nullable Result attempt(ConformanceRule rule, String where, Trial trial)
            throws InterruptedException {
        try {
            return trial.run();
        } catch (RuntimeException e) {
            findings.add(rule, "the end of the cycle", e.toString(), where);
            return null;
        }
    }

    private record Counted(long records, long bad) {
        @Override
        public String toString() {
            return "%d records, %d of them bad".formatted(records, bad);
        }
    }

    private interface Trial {
        Result run() throws InterruptedException;
    }
}
