package dev.pawl.diamonds.soak;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.diamonds.Diamonds;
import dev.pawl.diamonds.DiamondsOptions;
import dev.pawl.diamonds.simulator.SimulatorOptions;
import dev.pawl.diamonds.simulator.StockSource;
import dev.pawl.diamonds.simulator.SupplierSimulator;
import dev.pawl.engine.Engine;
import dev.pawl.engine.store.Filter;
import dev.pawl.engine.store.Page;
import dev.pawl.pipeline.lifecycle.RunState;
import dev.pawl.pipeline.run.RunRequest;
import dev.pawl.run.Failure;
import dev.pawl.run.Run;
import dev.pawl.servers.Installation;
import dev.pawl.servers.PostgresServer;
import dev.pawl.testkit.Rounds;
import dev.pawl.testkit.Seeds;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.opentest4j.TestAbortedException;

/// Two nodes on PostgreSQL load a stock that moves, while nodes and the database are killed with
/// SIGKILL: `-Dpawl.kills=200` kills two hundred times, `-Dpawl.seed=42` draws the same moments.
@Tag("long")
final class SoakTest {
    private static final int STONES = 4_000;
    private static final int CHANGES_PER_SECOND = 20;
    private static final int KILLS = 9;
    private static final int PAUSE_MILLIS_MIN = 100;
    private static final int PAUSE_MILLIS_MAX = 5_000;
    private static final int SIGKILLED = 128 + 9;
    private static final Duration PATIENCE = Duration.ofMinutes(4);
    private static final Pattern ITEM =
            Pattern.compile(
                    "\\{\"id\":\"([^\"]+)\".*?\"price\":(\\d+).*\"availability\":\"(\\w+)\".*");

    @TempDir Path directory;

    private final List<Process> nodes = new ArrayList<>();

    @AfterEach
    void endNodes() throws InterruptedException {
        for (Process node : nodes) {
            node.toHandle().destroyForcibly();
            assertThat(node.waitFor(30, TimeUnit.SECONDS)).isTrue();
        }
    }

    @Test
    void theTableIsTheStockOfTheSupplierHoweverOftenNodesAndDatabaseAreKilled() throws Exception {
        Installation found = Installation.any().orElseThrow(TestAbortedException::new);
        long seed = Seeds.or(System.nanoTime());
        IO.println("SoakTest: seed %d".formatted(seed));
        SplittableRandom dice = new SplittableRandom(seed);
        SimulatorOptions supplier =
                SimulatorOptions.of(new StockSource.Seeded(seed, STONES))
                        .seed(seed)
                        .moving(CHANGES_PER_SECOND);
        try (PostgresServer server =
                        PostgresServer.start(found, directory.resolve("server"), Map.of());
                SupplierSimulator simulator = SupplierSimulator.start(supplier)) {
            String database = server.create("soak");
            Soak soak = new Soak(server, database, simulator, dice);
            Rounds kills = Rounds.of("pawl.kills", KILLS);
            soak.start(0);
            soak.start(1);
            while (kills.next()) soak.killOne(kills.count());
            soak.awaitReady();
            soak.stop();
            simulator.stopMoving();
            check(database, simulator, "seed " + seed);
            IO.println("SoakTest: %s".formatted(kills));
        }
    }

    /// One more run, of the stock that no longer moves.
    private static void check(String database, SupplierSimulator simulator, String story)
            throws Exception {
        try (Diamonds diamonds = SoakNode.diamonds(simulator.url());
                Engine engine = SoakNode.open(database, diamonds)) {
            var last = engine.start(diamonds.start(RunRequest.full(DiamondsOptions.FEED)));
            engine.await(diamonds.pipeline().runs(), last, PATIENCE);
            for (Run run : engine.runs(Filter.ALL.machine(RunState.MACHINE), Page.oldest(1_000))) {
                String why = run.failure().map(Failure::message).orElse("");
                IO.println("SoakTest: %s %s".formatted(run.status(), why));
            }
            Map<String, String> table = new TreeMap<>();
            engine.query(
                            "select stone_id, supplier_price_cents, availability"
                                    + " from diamond_stones where removed_at is null",
                            row ->
                                    Map.entry(
                                            row.text(1),
                                            "%d %s".formatted(row.number(2), row.text(3))))
                    .forEach(
                            each -> assertThat(table.put(each.getKey(), each.getValue())).isNull());
            assertThat(table).as(story).isNotEmpty().isEqualTo(stock(simulator));
            checkWatermark(engine, story);
        }
    }

    /// The watermark advanced once for each completed run, and for no other.
    private static void checkWatermark(Engine engine, String story) {
        List<String> advances =
                engine.query(
                        "select run_id from pipeline_watermark_history order by version",
                        row -> row.text(1));
        List<String> completed =
                engine.query(
                        "select run_id from run_metadata where completed_at is not null"
                                + " and watermark_after is not null",
                        row -> row.text(1));
        assertThat(advances)
                .as(story)
                .hasSizeGreaterThan(1)
                .doesNotHaveDuplicates()
                .containsExactlyInAnyOrderElementsOf(completed);
        long version =
                engine.query("select version from pipeline_watermarks", row -> row.number(1))
                        .getFirst();
        assertThat(version).as(story).isEqualTo(advances.size());
        IO.println("SoakTest: %d completed runs".formatted(completed.size()));
    }

    private static Map<String, String> stock(SupplierSimulator simulator) throws IOException {
        Map<String, String> stones = new TreeMap<>();
        try (BufferedReader lines =
                new BufferedReader(
                        new InputStreamReader(
                                URI.create(simulator.stockUrl()).toURL().openStream(),
                                StandardCharsets.UTF_8))) {
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                Matcher item = ITEM.matcher(line);
                assertThat(item.matches()).as(line).isTrue();
                stones.put(item.group(1), item.group(2) + " " + item.group(3));
            }
        }
        return stones;
    }

    /// The nodes and the database, and what happens to them.
    private final class Soak {
        private final PostgresServer server;
        private final String database;
        private final SupplierSimulator simulator;
        private final SplittableRandom dice;
        private final Path stop = directory.resolve("stop");
        private final List<Path> outputs = new ArrayList<>();
        private int starts;

        Soak(
                PostgresServer server,
                String database,
                SupplierSimulator simulator,
                SplittableRandom dice) {
            this.server = server;
            this.database = database;
            this.simulator = simulator;
            this.dice = dice;
        }

        /// Starts a node in place of the one with this number, which has ended.
        void start(int number) throws IOException {
            Path output = directory.resolve("node-" + starts++);
            Process node =
                    new ProcessBuilder(
                                    Path.of(System.getProperty("java.home"), "bin", "java")
                                            .toString(),
                                    "--enable-native-access=ALL-UNNAMED",
                                    "-XX:+UseSerialGC",
                                    "-XX:TieredStopAtLevel=1",
                                    "-cp",
                                    System.getProperty("java.class.path"),
                                    SoakNode.class.getName(),
                                    database,
                                    simulator.url(),
                                    stop.toString(),
                                    Long.toString(dice.nextLong()))
                            .redirectOutput(output.toFile())
                            .redirectErrorStream(true)
                            .start();
            if (nodes.size() > number) {
                nodes.set(number, node);
                outputs.set(number, output);
            } else {
                nodes.add(node);
                outputs.add(output);
            }
        }

        /// Waits until both nodes take part, so that a kill always hits work.
        private void awaitReady() throws Exception {
            for (int i = 0; i < nodes.size(); i++) {
                while (!Files.readString(outputs.get(i)).contains(SoakNode.READY)) {
                    boolean hasEnded = nodes.get(i).waitFor(20, TimeUnit.MILLISECONDS);
                    assertThat(hasEnded).as(() -> "a node ended by itself: " + output()).isFalse();
                }
            }
        }

        void killOne(long round) throws Exception {
            awaitReady();
            int millis = PAUSE_MILLIS_MIN + dice.nextInt(PAUSE_MILLIS_MAX - PAUSE_MILLIS_MIN);
            int victim = dice.nextInt(3);
            Process watched = nodes.get(victim % 2);
            boolean hasEnded = watched.waitFor(millis, TimeUnit.MILLISECONDS);
            assertThat(hasEnded).as(() -> "a node ended by itself: " + output()).isFalse();
            if (victim == 2) {
                server.kill();
                server.restart();
                return;
            }
            watched.toHandle().destroyForcibly();
            assertThat(watched.waitFor()).as("kill %d", round).isEqualTo(SIGKILLED);
            start(victim);
        }

        /// Lets the nodes complete the last run.
        void stop() throws Exception {
            Files.createFile(stop);
            for (Process node : nodes) {
                boolean hasEnded = node.waitFor(PATIENCE.toSeconds(), TimeUnit.SECONDS);
                assertThat(hasEnded).as(() -> "the nodes end: " + output()).isTrue();
                assertThat(node.exitValue()).as(this::output).isZero();
            }
        }

        private String output() {
            StringBuilder all = new StringBuilder();
            for (Path output : outputs) {
                try {
                    List<String> lines = Files.readAllLines(output);
                    List<String> end = lines.subList(Math.max(0, lines.size() - 40), lines.size());
                    all.append(String.join("\n", end)).append('\n');
                } catch (IOException e) {
                    all.append(e);
                }
            }
            return all.toString();
        }
    }
}
