package dev.pawl.benchmarks;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.pawl.benchmarks.harness.Scale;
import dev.pawl.benchmarks.peers.JobState;
import dev.pawl.benchmarks.peers.Peer;
import dev.pawl.benchmarks.postgres.PeerChild;
import dev.pawl.benchmarks.postgres.PeerFigures;
import dev.pawl.servers.Installation;
import dev.pawl.servers.PostgresServer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.opentest4j.TestAbortedException;

/// The peers do the work that they are measured with, on a real server.
final class PeersTest {
    private static final int RUNS = 60;
    private static final int AT_ONCE = 8;

    @TempDir static Path directory;

    private static PostgresServer server;

    @BeforeAll
    static void start() throws Exception {
        Installation installation = Installation.any().orElseThrow(TestAbortedException::new);
        server = PostgresServer.start(installation, directory.resolve("server"), Map.of());
    }

    @AfterAll
    static void stop() throws Exception {
        if (server != null) server.close();
    }

    @ParameterizedTest
    @MethodSource("dev.pawl.benchmarks.postgres.PeerChild#names")
    void everyRunEndsWithFiveRecordedSteps(String name) throws Exception {
        try (Peer peer = PeerChild.open(name, server.create("job_" + name.replace('-', '_')))) {
            List<Future<?>> callers = new ArrayList<>();
            try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
                for (int i = 0; i < AT_ONCE; i++) callers.add(threads.submit(() -> work(peer)));
            }
            for (Future<?> caller : callers) caller.get();
            int runs = RUNS / AT_ONCE * AT_ONCE;
            peer.verify(runs);
            assertThatThrownBy(() -> peer.verify(runs + 1))
                    .hasMessageContaining("expected")
                    .hasMessageContaining("found");
        }
    }

    @ParameterizedTest
    @MethodSource("dev.pawl.benchmarks.postgres.PeerChild#embedded")
    void everyRunInADirectoryEndsWithFiveRecordedSteps(String name) throws Exception {
        try (Peer peer = PeerChild.open(name, directory.resolve(name).toString())) {
            for (int i = 0; i < AT_ONCE; i++) peer.run();
            peer.verify(AT_ONCE);
            assertThatThrownBy(() -> peer.verify(AT_ONCE + 1))
                    .hasMessageContaining("expected")
                    .hasMessageContaining("found");
        }
    }

    @Test
    void aPeerIsMeasuredInAProcessOfItsOwn() throws Exception {
        PeerFigures figures = PeerFigures.measure(server, PeerChild.PLAIN, AT_ONCE, Scale.TINY);
        assertThat(figures.name()).isEqualTo("plain");
        assertThat(figures.perSecond()).isPositive();
        assertThat(figures.aloneMillis()).isPositive();
        assertThat(figures.mebibytes()).isPositive();
    }

    @Test
    void aStateHasAboutAHundredBytes() {
        for (int step = 0; step < Peer.STEPS; step++) {
            byte[] state = JobState.after(step).getBytes(StandardCharsets.UTF_8);
            assertThat(state.length).isBetween(80, 120);
        }
    }

    private static Void work(Peer peer) throws Exception {
        for (int i = 0; i < RUNS / AT_ONCE; i++) peer.run();
        return null;
    }
}
