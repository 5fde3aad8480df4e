package dev.pawl.classes.cluster.simulated;

import dev.pawl.classes.cluster.ClusterClient;
import dev.pawl.classes.cluster.ClusterContract;
import dev.pawl.classes.cluster.TestDefinition;
import dev.pawl.testkit.SimHost;
import java.time.Duration;
import java.util.function.BooleanSupplier;
import org.assertj.core.api.Assertions;

/// The contract on the simulated cluster.
final class SimulatedContractTest extends ClusterContract {
    private final SimHost host = new SimHost(1);
    private final SimulatedCluster cluster = cluster(host);
    private int namespaces;

    @Override
    protected ClusterClient connect(String manager) {
        return cluster.client(host, manager);
    }

    @Override
    protected String newNamespace() {
        String name = "space-" + namespaces++;
        cluster.addNamespace(name);
        return name;
    }

    @Override
    protected void await(String what, BooleanSupplier condition) {
        Assertions.assertThat(host.runUntil(condition, Duration.ofMinutes(1))).as(what).isTrue();
    }

    static SimulatedCluster cluster(SimHost host) {
        SimulatedCluster started =
                SimulatedCluster.start(host, SimulatedCluster.Settings.seed(host.seed()));
        started.define(TestDefinition.definition());
        // A server that has run before does not remember its first changes.
        started.forgetHistory();
        return started;
    }
}
