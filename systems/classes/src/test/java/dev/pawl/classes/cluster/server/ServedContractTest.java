package dev.pawl.classes.cluster.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.classes.cluster.ClusterClient;
import dev.pawl.classes.cluster.ClusterContract;
import dev.pawl.classes.cluster.TestDefinition;
import dev.pawl.classes.cluster.kubernetes.KubernetesCluster;
import dev.pawl.classes.cluster.simulated.SimulatedCluster;
import dev.pawl.engine.RealHost;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// The contract on a simulated cluster that is reached as a real API server is.
@Timeout(60)
final class ServedContractTest extends ClusterContract {
    private static final Duration PATIENCE = Duration.ofSeconds(20);
    private static final long INTERVAL = 5;

    private static SimulatedCluster cluster;
    private static ClusterServer server;
    private static Path kubeconfig;
    private static int namespaces;

    @BeforeAll
    static void start(@TempDir Path directory) throws IOException {
        RealHost host = new RealHost();
        cluster = SimulatedCluster.start(host, SimulatedCluster.Settings.seed(1));
        cluster.define(TestDefinition.definition());
        cluster.forgetHistory();
        server = ClusterServer.start(cluster, host, 0);
        kubeconfig = Files.writeString(directory.resolve("kubeconfig"), server.kubeconfig());
    }

    @AfterAll
    static void stop() {
        server.close();
        cluster.close();
    }

    @Override
    protected ClusterClient connect(String manager) {
        return KubernetesCluster.connect(kubeconfig, manager);
    }

    @Override
    protected String newNamespace() {
        String name = "space-" + namespaces++;
        cluster.addNamespace(name);
        return name;
    }

    @Override
    protected void await(String what, BooleanSupplier condition) {
        long end = System.nanoTime() + PATIENCE.toNanos();
        CountDownLatch never = new CountDownLatch(1);
        try {
            while (!condition.getAsBoolean() && System.nanoTime() < end) {
                never.await(INTERVAL, TimeUnit.MILLISECONDS);
            }
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
        assertThat(condition.getAsBoolean()).as(what).isTrue();
    }
}
