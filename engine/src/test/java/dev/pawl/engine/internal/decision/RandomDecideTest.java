package dev.pawl.engine.internal.decision;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.engine.Refused;
import dev.pawl.machine.Definition;
import dev.pawl.run.HistoryEntry;
import dev.pawl.run.Run;
import dev.pawl.run.RunId;
import dev.pawl.run.RunStatus;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/// Thousands of runs to which anything happens in any order; `-Dpawl.seed=` plays one seed again.
final class RandomDecideTest {
    private static final int RUNS = 2_000;
    private static final int COVERING_RUNS = 4_000;
    private static final int INPUTS = 25;
    private static final List<String> STARTS =
            List.of(
                    "start",
                    "start",
                    "start queue",
                    "start delay=5s",
                    "start deadline=20s",
                    "start after=7:SUCCESS",
                    "start after=7:FAILURE behind=8",
                    "start delay=1s after=7:ANY_END queue parent=9 deadline=100s");
    private static final List<String> WORDS =
            List.of(
                    "next",
                    "next",
                    "next",
                    "next children=2",
                    "next wake=3s",
                    "finish",
                    "goTo a",
                    "goTo b",
                    "goTo c",
                    "repeatWith",
                    "waitAndRepeat 5s",
                    "repeatWith 2s",
                    "retryAfter 3s",
                    "abort",
                    "abort children=1",
                    "fail",
                    "executeBody",
                    "throw",
                    "bug",
                    "throw-abort",
                    "throw-fail",
                    "timeout",
                    "revoke",
                    "memo x",
                    "due",
                    "1s",
                    "5s",
                    "60s",
                    "admit",
                    "admit",
                    "grant",
                    "grant",
                    "event Go",
                    "event Stop",
                    "event End",
                    "sent Go",
                    "child 2000 COMPLETED",
                    "child 2001 FAILED",
                    "before 7 COMPLETED",
                    "before 7 FAILED",
                    "before 8 CANCELLED",
                    "left 8 7",
                    "learns-left 8 7",
                    "follow 1",
                    "follow 2",
                    "parent-ended",
                    "followed",
                    "child-started",
                    "crash",
                    "close",
                    "park",
                    "unpark",
                    "pause",
                    "resume",
                    "resume",
                    "cancel",
                    "retry",
                    "retry",
                    "goto a",
                    "goto b",
                    "goto w",
                    "goto complete",
                    "skip",
                    "offline resume",
                    "offline retry",
                    "offline goto a",
                    "offline goto b",
                    "offline skip",
                    "offline cancel",
                    "adopt renamed",
                    "adopt gone",
                    "adopt waiting",
                    "adopt working",
                    "adopt ended",
                    "adopt eager");

    private final TreeSet<String> taken = new TreeSet<>();

    @Test
    void whateverHappensInWhateverOrderTheRulesHold() {
        long seed = Long.getLong("pawl.seed", System.nanoTime());
        play(seed, RUNS);
    }

    @Test
    void everyEdgeOfTheTableIsTakenAndNoOther() {
        play(20_260_301, COVERING_RUNS);
        rare(Samples.CHAIN, "start", "throw", "1s", "throw", "1s", "throw");
        rare(Samples.CLEANED, "start", "throw", "1s", "throw", "1s", "throw", "next");
        rare(Samples.CHAIN, "start delay=50s deadline=20s", "20s");
        rare(Samples.CHAIN, "start delay=50s deadline=20s", "pause", "20s");
        rare(Samples.CHAIN, "start delay=5s after=7:SUCCESS", "before 7 FAILED", "5s");
        rare(Samples.CHAIN, "start behind=8", "goto complete");
        rare(Samples.WAITS, "start queue", "admit", "next", "event Go", "cancel");
        rare(Samples.WAITS, "start queue", "admit", "next", "event Go", "event End");
        rare(Samples.POOLED, "start", "goto w", "next", "goto p");
        rare(Samples.PATIENT, "start", "fail children=1", "child 2000 COMPLETED");
        rare(Samples.PATIENT, "start", "abort children=1", "child 2000 COMPLETED");
        rare(
                Samples.PATIENT,
                "start",
                "retryAfter 1s children=1",
                "1s",
                "bug",
                "1s",
                "bug",
                "child 2000 FAILED");
        rare(Samples.POOLED_FIRST, "start deadline=5s", "5s");
        rare(Samples.POOLED_FIRST, "start", "1s", "goto p");
        rare(Samples.POOLED_FIRST, "start", "pause", "resume");
        rare(Samples.CLEANED, "start", "abort", "park", "cancel");
        rare(Samples.CLEANED, "start", "fail", "park", "cancel");
        rare(Samples.CLEANED, "start", "throw", "1s", "throw", "1s", "throw", "park", "cancel");
        rare(Samples.CHAIN, "start delay=5s", "offline goto a");
        rare(Samples.CHAIN, "start after=7:SUCCESS", "offline goto a");
        rare(Samples.POOLED, "start", "next", "offline goto a");
        rare(Samples.CHAIN, "start", "throw", "1ms", "offline retry");
        TreeSet<String> table = new TreeSet<>();
        for (var move : RunStatus.TABLE.moves()) table.add(move.from() + " " + move.to());
        TreeSet<String> missed = new TreeSet<>(table);
        missed.removeAll(taken);
        assertThat(missed).as("edges that nothing takes").isEmpty();
        assertThat(table).as("the table").containsAll(taken);
    }

    private void rare(Definition definition, String... words) {
        DecisionTable table = DecisionTable.of(definition);
        for (String what : words) happens(table, what, new ArrayList<>());
    }

    private void play(long seed, int runs) {
        for (int i = 0; i < runs; i++) {
            SplittableRandom random = new SplittableRandom(seed + i);
            List<String> played = new ArrayList<>();
            try {
                play(random, played);
            } catch (Throwable e) {
                throw new AssertionError(
                        "after %s; replay with -Dpawl.seed=%d".formatted(played, seed + i), e);
            }
        }
    }

    private void play(SplittableRandom random, List<String> played) {
        Definition definition = Samples.ALL.get(random.nextInt(Samples.ALL.size()));
        DecisionTable table = DecisionTable.of(definition);
        table.withRelatives(List.of(new RunId(2_000)), List.of(new RunId(8)));
        played.add(definition.name());
        happens(table, STARTS.get(random.nextInt(STARTS.size())), played);
        for (int i = 0; i < INPUTS; i++) {
            table.withRandom(random.nextDouble());
            String what = WORDS.get(random.nextInt(WORDS.size()));
            happens(table, what, played);
            // Another definition comes with a restart, which recovers what was in flight.
            if (what.startsWith("adopt")) happens(table, "crash", played);
        }
    }

    private void happens(DecisionTable table, String what, List<String> played) {
        played.add(what);
        Run before = table.run();
        try {
            table.happens(what);
        } catch (Refused e) {
            assertThat(e).hasMessageContaining("run");
            return;
        }
        RunStatus status = before.version() == 0 ? RunStatus.DELAYED : before.status();
        for (HistoryEntry entry : table.last().entries()) {
            if (entry.status() != status) taken.add(status + " " + entry.status());
            status = entry.status();
        }
        Run after = table.last().run();
        boolean moved = !after.timing().since().equals(before.timing().since());
        boolean back = table.last().entries().stream().allMatch(e -> e.status() == after.status());
        if (moved && back && before.status() == after.status()) taken.add(status + " " + status);
    }
}
