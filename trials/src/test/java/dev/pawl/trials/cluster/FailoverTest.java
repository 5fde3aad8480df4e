package dev.pawl.trials.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.servers.Installation;
import dev.pawl.servers.PostgresServer;
import dev.pawl.testkit.Rounds;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.opentest4j.TestAbortedException;

/// The primary is killed under load, and its synchronous standby replaces it: the nodes find it by
/// themselves, through an address that names both.
final class FailoverTest {
    private static final Duration LEASE = Duration.ofSeconds(10);

    private static final int RUNS = Rounds.areTimed() ? 600 : 90;

    /// The first primary is killed when this many runs were started.
    private static final int SOME = RUNS / 3;

    @TempDir private Path directory;

    @Test
    @Tag("volume")
    void losesNothingThatWasAcknowledgedWhenTheStandbyTakesOver() throws Exception {
        Installation found = Installation.any().orElseThrow(TestAbortedException::new);
        TestCluster.Plan plan = new TestCluster.Plan(2, RUNS, Duration.ofSeconds(RUNS / 15), LEASE);
        Path first = directory.resolve("first");
        try (PostgresServer primary = PostgresServer.start(found, first, Map.of());
                PostgresServer standby = standby(primary);
                TestCluster cluster = new TestCluster(directory, both(primary, standby), plan)) {
            cluster.start();
            cluster.restUntilStarted(SOME);
            primary.kill();
            standby.promote();
            List<String> wrong = new ArrayList<>(cluster.finish());
            wrong.addAll(cluster.checks().wrong());
            assertThat(wrong).as(Logs.of(cluster.nodes(), wrong)).isEmpty();
        }
    }

    private PostgresServer standby(PostgresServer primary) throws Exception {
        var _ = primary.create("failover");
        return primary.standby(directory.resolve("second"));
    }

    private static String both(PostgresServer primary, PostgresServer standby) {
        return "jdbc:postgresql://127.0.0.1:%d,127.0.0.1:%d/failover?user=%s&targetServerType=primary"
                .formatted(primary.port(), standby.port(), PostgresServer.USER);
    }
}
