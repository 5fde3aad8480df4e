package dev.pawl.trials.crash;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.engine.store.Filter;
import dev.pawl.engine.store.Page;
import dev.pawl.engine.store.Store;
import dev.pawl.run.Run;
import dev.pawl.run.RunStatus;
import dev.pawl.servers.JavaCommand;
import dev.pawl.store.QueryResult;
import dev.pawl.store.SqliteStore;
import dev.pawl.testkit.Rounds;
import dev.pawl.testkit.Seeds;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Processes are killed with SIGKILL at random moments and restarted until all runs have ended:
/// `-Dpawl.kills=1000` kills a thousand times, `-Dpawl.seed=42` draws the same moments.
final class KillTest {
    private static final int KILLS = 5;
    private static final Duration TIME_MAX = Duration.ofMinutes(2);
    private static final int RUNS = 120;

    /// The exit code of a process that was killed: 128 and the number of the signal.
    private static final int SIGKILLED = 128 + 9;

    /// What each machine's runs write, however often the process is killed.
    private static final Map<String, List<String>> EFFECTS =
            Map.of(
                    "chain", List.of("one", "three", "two"),
                    "parent", List.of("collect", "split"),
                    "notifier", List.of("notify"),
                    "leaf", List.of("work"));

    @TempDir private Path directory;

    @Test
    @Tag("volume")
    void recordsEveryEffectOnceHoweverOftenTheProcessIsKilled() throws Exception {
        long seed = Seeds.or(System.nanoTime());
        SplittableRandom dice = new SplittableRandom(seed);
        Rounds kills = Rounds.of("pawl.kills", KILLS);
        long killed = 0;
        int homes = 0;
        boolean isDue = kills.next();
        do {
            Path home = directory.resolve("home-" + homes++);
            // Killed until it ends by itself, or no more kills are due.
            while (isDue && killed(home, 1 + dice.nextInt(700))) {
                killed++;
                isDue = kills.next();
            }
            if (!isDue) end(home);
            check(home, "seed %d, home %d, %d kills".formatted(seed, homes, killed));
        } while (isDue);
        assertThat(killed).as("kills with seed %d", seed).isEqualTo(kills.count());
        IO.println("KillTest of the engine, %d homes: %s".formatted(homes, kills));
    }

    /// Starts the process and kills it after a time; returns false if it had ended by then.
    private static boolean killed(Path home, int millis) throws Exception {
        Process process = child(home);
        awaitReady(process);
        process.waitFor(millis, TimeUnit.MILLISECONDS);
        int code = process.destroyForcibly().waitFor();
        assertThat(code).as("the child's exit code").isIn(0, SIGKILLED);
        return code == SIGKILLED;
    }

    /// Waits until the process ends by itself.
    private static void end(Path home) throws Exception {
        Process process = child(home);
        awaitReady(process);
        boolean hasEnded = process.waitFor(TIME_MAX.toSeconds(), TimeUnit.SECONDS);
        process.destroyForcibly().waitFor();
        assertThat(hasEnded)
                .as(() -> "the child ends in %s; live: %s".formatted(TIME_MAX, live(home)))
                .isTrue();
        assertThat(process.exitValue()).as("the child's exit code").isZero();
    }

    private static List<String> live(Path home) {
        try (Store store = SqliteStore.open(home)) {
            return store.runs(Filter.ALL.live(), Page.oldest(Page.LIMIT_MAX)).stream()
                    .map(run -> "%s %s %s".formatted(run.machine(), run.status(), run.state()))
                    .toList();
        }
    }

    private static Process child(Path home) throws IOException {
        return new ProcessBuilder(
                        JavaCommand.of(Child.class, home.toString(), String.valueOf(RUNS)))
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
    }

    private static void awaitReady(Process process) throws IOException {
        // Its output is one line, or none if it could not be opened.
        assertThat(process.inputReader().readLine()).isEqualTo(Child.READY);
    }

    private static void check(Path home, String which) {
        try (Store store = SqliteStore.open(home)) {
            assertThat(store.verify()).as(which).isEmpty();
            List<Run> runs = store.runs(Filter.ALL, Page.oldest(Page.LIMIT_MAX));
            int quarter = (RUNS + 3) / 4;
            assertThat(runs)
                    .as(which)
                    .hasSize(2 * RUNS + 4 * quarter)
                    .allMatch(run -> run.status() == RunStatus.COMPLETED);
            Map<String, List<String>> expected = new TreeMap<>();
            runs.forEach(run -> expected.put(run.id().toString(), EFFECTS.get(run.machine())));
            assertThat(effects(home)).as(which).isEqualTo(expected);
        }
    }

    private static Map<String, List<String>> effects(Path home) {
        QueryResult rows =
                SqliteStore.rows(home, "select run, step from effect order by run, step");
        TreeMap<String, List<String>> steps = new TreeMap<>();
        for (var row : rows.rows()) {
            steps.computeIfAbsent(String.valueOf(row.get(0)), run -> new ArrayList<>())
                    .add(String.valueOf(row.get(1)));
        }
        return steps;
    }
}
