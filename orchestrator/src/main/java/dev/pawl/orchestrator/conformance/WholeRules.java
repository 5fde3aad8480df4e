package dev.pawl.orchestrator.conformance;

import dev.pawl.orchestrator.Order.Verb;
import dev.pawl.orchestrator.ProviderStats.Changes;
import dev.pawl.orchestrator.ProviderStats.Counts;
import dev.pawl.orchestrator.conformance.Life.Plan;
import dev.pawl.orchestrator.conformance.Life.Result;
import dev.pawl.orchestrator.conformance.Mortal.Death;
import dev.pawl.orchestrator.lifecycle.ProviderState;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// How a provider fares in an engine: undisturbed, in parallel, killed, paused and a second time.
final class WholeRules {
    /// Few, since each costs lives; many for the lives that are not disturbed.
    private static final int BATCHES = 3;

    private static final int BATCHES_IN_PARALLEL = 20;
    private static final int PERMITS_MAX = 10;
    private static final int DISTURBANCES_MAX = 12;

    private final Subject subject;
    private final Findings findings;

    WholeRules(Subject subject, Findings findings) {
        this.subject = subject;
        this.findings = findings;
    }

    void check(Sample sample) throws InterruptedException {
        if (!findings.allow(Rule.COMPLETES)) return;
        int size = sample.sizeOf(BATCHES);
        Result calm = attempt(Rule.COMPLETES, "one permit", () -> settled(sample, size));
        if (calm == null) return;
        if (findings.allow(Rule.PARALLEL)) {
            int permits = Math.min(PERMITS_MAX, sample.provider().config().terms().max());
            int small = sample.sizeOf(BATCHES_IN_PARALLEL);
            Plan plan = new Plan("parallel", Death.NEVER, small, permits);
            compare(Rule.PARALLEL, calm, permits + " permits", () -> once(plan));
        }
        if (findings.allow(Rule.SURVIVES)) {
            compare(Rule.SURVIVES, calm, "killed again and again", () -> killed(size));
        }
        if (findings.allow(Rule.PAUSES)) {
            compare(Rule.PAUSES, calm, "paused again and again", () -> paused(size));
        }
    }

    /// Runs a cycle, and two more in which there is nothing new; returns what the first came to.
    private Result settled(Sample sample, int size) throws InterruptedException {
        try (Life life = Life.open(subject, new Plan("calm", Death.NEVER, size, 1))) {
            life.begin();
            life.cycle(false);
            Result first = life.result();
            completed(sample, first);
            if (findings.allow(Rule.SETTLED)) {
                for (boolean full : List.of(false, true)) {
                    life.cycle(full);
                    unchanged(
                            first, life.result(), full ? "a full second cycle" : "a second cycle");
                }
            }
            return first;
        }
    }

    private void completed(Sample sample, Result result) {
        String where = "the first cycle, with one permit";
        if (!result.end().equals("COMPLETED")) {
            findings.add(Rule.COMPLETES, "COMPLETED", result.end(), where);
            return;
        }
        Counts counts = result.counts();
        int good = sample.entries().size();
        Counted expected = new Counted(sample.size(), sample.size() - good);
        Counted found = new Counted(counts.processed(), counts.errors());
        if (!expected.equals(found)) {
            findings.add(Rule.COMPLETES, expected.toString(), found.toString(), where);
        }
        Changes changes = counts.changes();
        long sum = changes.created() + changes.changed() + changes.unchanged();
        if (sum < Sample.names(sample.entries()) || sum > good) {
            String entries = "%d entries created, changed or unchanged".formatted(good);
            findings.add(Rule.COMPLETES, entries, changes.toString(), where);
        }
    }

    private void unchanged(Result first, Result again, String where) {
        Changes changes = again.counts().changes();
        if (!again.end().equals("COMPLETED")) {
            findings.add(Rule.SETTLED, "COMPLETED", again.end(), where);
        } else if (changes.created() + changes.changed() + changes.removed() > 0) {
            String found = changes.toString();
            findings.add(Rule.SETTLED, "nothing created, changed or removed", found, where);
        }
        Difference.between("item", first.items(), again.items())
                .ifPresent(found -> findings.add(Rule.SETTLED, found, where));
    }

    private Result once(Plan plan) throws InterruptedException {
        try (Life life = Life.open(subject, plan)) {
            life.begin();
            life.cycle(false);
            return life.result();
        }
    }

    /// Kills it before and after the commit of a batch in turns, until it is done.
    private Result killed(int size) throws InterruptedException {
        for (int lives = 0; ; lives++) {
            Death death = lives % 2 == 0 ? Death.BEFORE : Death.AFTER;
            if (lives >= DISTURBANCES_MAX) death = Death.NEVER;
            boolean first = lives == 0;
            try (Life life = Life.open(subject, new Plan("killed", death, size, 1))) {
                Optional<Result> result =
                        life.outlive(() -> {
                            life.begin();
                            if (first) life.order(Verb.START, false);
                            life.settle();
                            return life.result();
                        });
                if (result.isPresent()) return result.get();
            }
        }
    }

    /// Pauses and resumes it whenever a batch was written and the next is about to be read.
    private Result paused(int size) throws InterruptedException {
        try (Life life = Life.open(subject, new Plan("paused", Death.NEVER, size, 1))) {
            life.begin();
            life.staged().halting(true);
            life.order(Verb.START, false);
            for (int i = 0; i < DISTURBANCES_MAX && life.awaitHalt(); i++) {
                life.order(Verb.PAUSE, false);
                life.awaitState(ProviderState.PAUSED);
                life.staged().halting(i < DISTURBANCES_MAX - 1);
                life.order(Verb.RESUME, false);
            }
            life.settle();
            return life.result();
        }
    }

    private void compare(Rule rule, Result calm, String where, Trial trial)
            throws InterruptedException {
        Result result = attempt(rule, where, trial);
        if (result == null) return;
        if (!result.end().equals(calm.end())) {
            findings.add(rule, calm.end(), result.end(), where);
            return;
        }
        Difference.between("item", calm.items(), result.items())
                .ifPresent(found -> findings.add(rule, found, where));
        String expected = counted(calm.counts());
        String found = counted(result.counts());
        if (!expected.equals(found)) findings.add(rule, expected, found, where);
    }

    /// How often an item that comes more than once is created or changed depends on its batches.
    private String counted(Counts counts) {
        Counted counted = new Counted(counts.processed(), counts.errors());
        return subject.repeats() ? counted.toString() : counted + ", " + counts.changes();
    }

    /// Whatever goes wrong in a trial is a finding, and the check goes on.
    private @Nullable Result attempt(Rule rule, String where, Trial trial)
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
