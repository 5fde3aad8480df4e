package dev.pawl.trials.crash;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.engine.store.Filter;
import dev.pawl.engine.store.Page;
import dev.pawl.engine.store.Store;
import dev.pawl.run.Run;
import dev.pawl.run.RunStatus;
import dev.pawl.store.Rows;
import dev.pawl.store.SqliteStore;
import dev.pawl.testkit.Seeds;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Processes killed with SIGKILL at random moments and started again until all is done:
/// `-Dpawl.kill.seconds=600` goes on for ten minutes, `-Dpawl.seed=42` draws the same moments.
final class KillTest {
    private static final Duration TIME = Duration.ofSeconds(Long.getLong("pawl.kill.seconds", 20));
    private static final Duration PATIENCE = Duration.ofMinutes(2);
    private static final int RUNS = 120;

    /// What each machine's runs write, however often the process died.
    private static final Map<String, List<String>> EFFECTS =
            Map.of(
                    "chain", List.of("one", "three", "two"),
                    "parent", List.of("collect", "split"),
                    "teller", List.of("tell"),
                    "leaf", List.of("work"));

    @TempDir private Path directory;

    @Test
    void recordsEveryEffectOnceHoweverOftenTheProcessIsKilled() throws Exception {
        long seed = Seeds.or(System.nanoTime());
        SplittableRandom dice = new SplittableRandom(seed);
        Instant end = Instant.now().plus(TIME);
        int rounds = 0;
        int kills = 0;
        do {
            Path home = directory.resolve("round-" + rounds++);
            kills += untilDone(home, dice, end);
            check(home, "seed %d, round %d, %d kills".formatted(seed, rounds, kills));
        } while (Instant.now().isBefore(end));
        assertThat(kills).as("kills with seed %d", seed).isPositive();
    }

    /// Starts the process and kills it, until it ends by itself; returns how often it was killed.
    private static int untilDone(Path home, SplittableRandom dice, Instant end) throws Exception {
        int kills = 0;
        while (true) {
            Process process = child(home);
            boolean spared = kills > 0 && !Instant.now().isBefore(end);
            awaitReady(process);
            int moment = 1 + dice.nextInt(700);
            Duration patience = spared ? PATIENCE : Duration.ofMillis(moment);
            if (process.waitFor(patience.toMillis(), TimeUnit.MILLISECONDS)) {
                assertThat(process.exitValue()).as("the child's exit code").isZero();
                return kills;
            }
            process.destroyForcibly().waitFor();
            assertThat(spared).as("the child did not end in %s", PATIENCE).isFalse();
            kills++;
        }
    }

    private static Process child(Path home) throws IOException {
        String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
        return new ProcessBuilder(
                        java,
                        "--enable-native-access=ALL-UNNAMED",
                        "-XX:+UseSerialGC",
                        "-XX:TieredStopAtLevel=1",
                        "-cp",
                        System.getProperty("java.class.path"),
                        Child.class.getName(),
                        home.toString(),
                        String.valueOf(RUNS))
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
            assertThat(runs).as(which).allMatch(run -> run.status() == RunStatus.COMPLETED);
            int quarter = (RUNS + 3) / 4;
            assertThat(runs).as(which).hasSize(2 * RUNS + 4 * quarter);
            Map<String, List<String>> expected = new TreeMap<>();
            runs.forEach(run -> expected.put(run.id().toString(), EFFECTS.get(run.machine())));
            assertThat(effects(home)).as(which).isEqualTo(expected);
        }
    }

    private static Map<String, List<String>> effects(Path home) {
        Rows rows = SqliteStore.rows(home, "select run, step from effect order by run, step");
        TreeMap<String, List<String>> steps = new TreeMap<>();
        for (var row : rows.rows()) {
            steps.computeIfAbsent(String.valueOf(row.get(0)), run -> new ArrayList<>())
                    .add(String.valueOf(row.get(1)));
        }
        return steps;
    }
}
