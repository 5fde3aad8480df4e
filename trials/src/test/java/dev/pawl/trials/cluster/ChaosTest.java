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

/// Nodes share a database, and everything goes wrong that can: whatever happens, each run ends as
/// it should, with its effects once, and limits hold.
///
/// `-Dpawl.chaos.runs=10000` is a longer one, and `-Dpawl.seed=42` brings the same troubles.
final class ChaosTest {
    private static final int RUNS =
            Integer.getInteger("pawl.chaos.runs", Rounds.areTimed() ? 1_000 : 60);
    // A short one draws only some of the troubles, by its seed.
    private static final boolean IS_LONG = RUNS >= 600;
    private static final Duration TIME = Duration.ofSeconds(IS_LONG ? Math.max(60, RUNS / 40) : 12);
    private static final int NODES = 4;

    @TempDir private Path directory;

    @Test
    @Tag("volume")
    void losesNothingAndDoesNothingTwiceWhateverHappensToNodesAndDatabase() throws Exception {
        long seed = Seeds.or(System.nanoTime());
        Trouble.Deck deck = new Trouble.Deck(new SplittableRandom(seed), NODES);
        // Nearly all troubles may cost a node its lease.
        Arena.Plan plan = new Arena.Plan(NODES, RUNS, TIME, Duration.ofSeconds(4));
        try (PostgresServer server = server();
                Arena arena = new Arena(directory, server.create("chaos"), plan)) {
            arena.startBehindProxies(server.port());
            trouble(arena, server, deck, new SplittableRandom(seed + 1));
            List<String> wrong = new ArrayList<>(arena.finish());
            Books books = arena.books();
            wrong.addAll(books.wrong());
            IO.println("ChaosTest: volume: seed %d, %s; %s".formatted(seed, deck, books.summary()));
            assertThat(wrong)
                    .as("seed %d, %s%s", seed, deck, Logs.of(arena.nodes(), wrong))
                    .isEmpty();
        }
    }

    /// A database that goes away for less than a lease costs nobody anything: no node may have
    /// forgotten what it was about to do.
    @Test
    @Tag("volume")
    void goesOnAfterOutagesThatAreShorterThanALease() throws Exception {
        long seed = Seeds.or(System.nanoTime());
        RandomGenerator dice = new SplittableRandom(seed);
        int outages = IS_LONG ? 10 : 1;
        Duration time = Duration.ofSeconds(outages * 8L);
        Arena.Plan plan = new Arena.Plan(2, 50 * outages, time, Duration.ofMinutes(5));
        try (PostgresServer server = server();
                Arena arena = new Arena(directory, server.create("chaos"), plan)) {
            arena.startBehindProxies(server.port());
            for (int outage = 0; outage < outages; outage++) {
                arena.rest(Duration.ofMillis(2_000 + dice.nextInt(2_000)));
                server.kill();
                arena.rest(Duration.ofMillis(3_000 + dice.nextInt(3_000)));
                server.restart();
            }
            List<String> wrong = new ArrayList<>(arena.finish());
            wrong.addAll(arena.books().wrong());
            assertThat(wrong).as("seed %d%s", seed, Logs.of(arena.nodes(), wrong)).isEmpty();
        }
    }

    private static void trouble(
            Arena arena, PostgresServer server, Trouble.Deck deck, RandomGenerator dice)
            throws Exception {
        Instant end = Instant.now().plus(TIME);
        while (Instant.now().isBefore(end) || (IS_LONG && !deck.hasDrawnAll())) {
            arena.rest(Duration.ofMillis(300 + dice.nextInt(1_500)));
            arena.requireAlive();
            List<Trouble.Planned> round = deck.draw();
            for (Trouble.Planned one : round) one.begin(arena, server);
            for (Trouble.Planned one : round) arena.rest(one.time().dividedBy(round.size()));
            for (Trouble.Planned one : round) one.end(arena, server);
        }
    }

    private PostgresServer server() throws Exception {
        Installation found = Installation.any().orElseThrow(TestAbortedException::new);
        return PostgresServer.start(found, directory.resolve("database"), Map.of());
    }
}
