package dev.pawl.trials.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.servers.Installation;
import dev.pawl.servers.PostgresServer;
import dev.pawl.testkit.Rounds;
import dev.pawl.testkit.Seeds;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.opentest4j.TestAbortedException;

/// Nodes share a database while faults of every kind happen: each run ends as expected, with its
/// effects once, and limits hold.
///
/// `-Dpawl.chaos.runs=10000` runs longer, and `-Dpawl.seed=42` repeats the same faults.
final class ChaosTest {
    private static final int RUNS =
            Integer.getInteger("pawl.chaos.runs", Rounds.areTimed() ? 1_000 : 40);
    // A short test draws only some of the faults, by its seed.
    private static final boolean IS_LONG = RUNS >= 600;
    private static final Duration TIME = Duration.ofSeconds(IS_LONG ? Math.max(60, RUNS / 40) : 8);
    private static final int NODES = 4;
    private static final int OUTAGES = 10;

    @TempDir private Path directory;

    @Test
    @Tag("volume")
    void losesNothingAndDoesNothingTwiceWhateverHappensToNodesAndDatabase() throws Exception {
        long seed = Seeds.or(System.nanoTime());
        ClusterFault.Deck deck = new ClusterFault.Deck(new SplittableRandom(seed), NODES);
        // Most faults may cost a node its lease.
        TestCluster.Plan plan = new TestCluster.Plan(NODES, RUNS, TIME, Duration.ofSeconds(4));
        try (PostgresServer server = server();
                TestCluster cluster = new TestCluster(directory, server.create("chaos"), plan)) {
            cluster.startBehindProxies(server.port());
            disturb(cluster, server, deck, new SplittableRandom(seed + 1));
            List<String> wrong = new ArrayList<>(cluster.finish());
            DatabaseChecks checks = cluster.checks();
            wrong.addAll(checks.wrong());
            IO.println(
                    "ChaosTest: volume: seed %d, %s; %s".formatted(seed, deck, checks.summary()));
            assertThat(wrong)
                    .as("seed %d, %s%s", seed, deck, Logs.of(cluster.nodes(), wrong))
                    .isEmpty();
        }
    }

    /// A database outage shorter than a lease has no consequences: no node may lose track of its
    /// work.
    @Test
    @Tag("long")
    void resumesAfterOutagesShorterThanALease() throws Exception {
        long seed = Seeds.or(System.nanoTime());
        RandomGenerator dice = new SplittableRandom(seed);
        Duration time = Duration.ofSeconds(OUTAGES * 6L);
        TestCluster.Plan plan = new TestCluster.Plan(2, 50 * OUTAGES, time, Duration.ofMinutes(5));
        try (PostgresServer server = server();
                TestCluster cluster = new TestCluster(directory, server.create("chaos"), plan)) {
            cluster.startBehindProxies(server.port());
            for (int outage = 0; outage < OUTAGES; outage++) {
                cluster.rest(Duration.ofMillis(1_000 + dice.nextInt(2_000)));
                server.kill();
                cluster.rest(Duration.ofMillis(2_000 + dice.nextInt(4_000)));
                server.restart();
            }
            List<String> wrong = new ArrayList<>(cluster.finish());
            wrong.addAll(cluster.checks().wrong());
            assertThat(wrong).as("seed %d%s", seed, Logs.of(cluster.nodes(), wrong)).isEmpty();
        }
    }

    private static void disturb(
            TestCluster cluster,
            PostgresServer server,
            ClusterFault.Deck deck,
            RandomGenerator dice)
            throws Exception {
        Instant end = Instant.now().plus(TIME);
        while (Instant.now().isBefore(end) || (IS_LONG && !deck.hasDrawnAll())) {
            cluster.rest(Duration.ofMillis(300 + dice.nextInt(1_500)));
            cluster.requireAlive();
            List<ClusterFault.Planned> round = deck.draw();
            for (ClusterFault.Planned one : round) one.start(cluster, server);
            for (ClusterFault.Planned one : round) cluster.rest(one.time().dividedBy(round.size()));
            for (ClusterFault.Planned one : round) one.end(cluster, server);
        }
    }

    private PostgresServer server() throws Exception {
        Installation found = Installation.any().orElseThrow(TestAbortedException::new);
        return PostgresServer.start(found, directory.resolve("database"), Map.of());
    }
}
