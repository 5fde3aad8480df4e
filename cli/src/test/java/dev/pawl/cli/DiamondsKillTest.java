package dev.pawl.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.diamonds.simulator.SimulatorOptions;
import dev.pawl.diamonds.simulator.StockSource;
import dev.pawl.diamonds.simulator.SupplierSimulator;
import dev.pawl.engine.store.Filter;
import dev.pawl.engine.store.Store;
import dev.pawl.pipeline.lifecycle.RunState;
import dev.pawl.run.RunStatus;
import dev.pawl.servers.JavaCommand;
import dev.pawl.store.SqliteStore;
import dev.pawl.testkit.Rounds;
import dev.pawl.testkit.Seeds;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// `pawl diamonds run` is killed with SIGKILL at random moments and called again until every run
/// has ended: `-Dpawl.kills=100` kills a hundred times, `-Dpawl.seed=42` draws the same moments.
@Timeout(1_800)
final class DiamondsKillTest {
    private static final int KILLS = 3;
    private static final int STONES = 3_000;
    private static final int SIGKILLED = 128 + 9;
    private static final int MILLIS_MAX = 2_500;
    private static final int SECONDS_MAX = 120;
    private static final Pattern ITEM =
            Pattern.compile("\\{\"id\":\"([^\"]+)\".*?\"price\":(\\d+).*");

    @TempDir Path directory;

    @Test
    @Tag("volume")
    void everyStoneIsInTheTableOnceHoweverOftenTheProcessIsKilled() throws Exception {
        long seed = Seeds.or(System.nanoTime());
        IO.println("DiamondsKillTest: seed %d".formatted(seed));
        SplittableRandom dice = new SplittableRandom(seed);
        Rounds kills = Rounds.of("pawl.kills", KILLS);
        Path home = directory.resolve("home");
        long killed = 0;
        int runs = 0;
        try (SupplierSimulator simulator =
                SupplierSimulator.start(
                        SimulatorOptions.of(new StockSource.Seeded(seed, STONES)))) {
            boolean isDue = kills.next();
            do {
                // Killed until it ends by itself, or no more kills are due.
                while (isDue && killed(home, simulator, 1 + dice.nextInt(MILLIS_MAX))) {
                    killed++;
                    isDue = kills.next();
                }
                if (!isDue) end(home, simulator);
                runs++;
                check(home, simulator, runs, "seed %d, %d kills".formatted(seed, killed));
                var _ = simulator.move(STONES / 20);
            } while (isDue);
        }
        assertThat(killed).as("kills with seed %d", seed).isEqualTo(kills.count());
        IO.println("DiamondsKillTest, %d runs: %s".formatted(runs, kills));
    }

    /// Starts the process and kills it some time after its first line; returns false if it had
    /// ended by then.
    private boolean killed(Path home, SupplierSimulator simulator, int millis) throws Exception {
        Process process = start(home, simulator);
        String first = process.inputReader().readLine();
        process.waitFor(millis, TimeUnit.MILLISECONDS);
        int code = process.destroyForcibly().waitFor();
        assertThat(code).as("the exit code, after: %s", first).isIn(0, SIGKILLED);
        return code == SIGKILLED;
    }

    /// Waits until the process ends by itself.
    private void end(Path home, SupplierSimulator simulator) throws Exception {
        Process process = start(home, simulator);
        process.getInputStream().transferTo(OutputStream.nullOutputStream());
        boolean hasEnded = process.waitFor(SECONDS_MAX, TimeUnit.SECONDS);
        process.destroyForcibly().waitFor();
        assertThat(hasEnded).as("ends within %d s", SECONDS_MAX).isTrue();
        assertThat(process.exitValue()).as("the exit code").isZero();
    }

    /// Every run is a full one, so that it also removes what the supplier no longer has.
    private Process start(Path home, SupplierSimulator simulator) throws IOException {
        return new ProcessBuilder(
                        JavaCommand.of(
                                List.of("-Dpawl.terminal=false"),
                                Main.class,
                                "diamonds",
                                "run",
                                "--full",
                                "--home",
                                home.toString(),
                                "--supplier",
                                simulator.url(),
                                "--rate",
                                "0"))
                .directory(directory.toFile())
                .redirectErrorStream(true)
                .start();
    }

    private static void check(Path home, SupplierSimulator simulator, int runs, String story)
            throws IOException {
        try (Store store = SqliteStore.open(home)) {
            Map<String, Long> table = new TreeMap<>();
            store.query(
                            "select stone_id, supplier_price_cents from diamond_stones"
                                    + " where removed_at is null",
                            row -> Map.entry(row.text(1), row.number(2)))
                    .forEach(
                            each -> assertThat(table.put(each.getKey(), each.getValue())).isNull());
            assertThat(table).as(story).isNotEmpty().isEqualTo(stock(simulator));
            // Each completed run moved the watermark once. A process may be killed after its run
            // has completed: the next one then starts another run.
            long completed =
                    store.count(Filter.ALL.machine(RunState.MACHINE).status(RunStatus.COMPLETED));
            assertThat(completed).as(story).isGreaterThanOrEqualTo(runs);
            assertThat(
                            store.query(
                                    "select version from pipeline_watermark_history"
                                            + " order by version",
                                    row -> row.number(1)))
                    .as(story)
                    .isEqualTo(LongStream.rangeClosed(1, completed).boxed().toList());
        }
    }

    private static Map<String, Long> stock(SupplierSimulator simulator) throws IOException {
        Map<String, Long> stones = new TreeMap<>();
        try (BufferedReader lines =
                new BufferedReader(
                        new InputStreamReader(
                                URI.create(simulator.stockUrl()).toURL().openStream(),
                                StandardCharsets.UTF_8))) {
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                Matcher item = ITEM.matcher(line);
                assertThat(item.matches()).as(line).isTrue();
                stones.put(item.group(1), Long.parseLong(item.group(2)));
            }
        }
        return stones;
    }
}
