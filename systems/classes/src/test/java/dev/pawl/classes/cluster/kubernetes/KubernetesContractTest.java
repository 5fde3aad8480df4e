package dev.pawl.classes.cluster.kubernetes;

import dev.pawl.classes.cluster.ClusterClient;
import dev.pawl.classes.cluster.ClusterContract;
import dev.pawl.classes.cluster.TestDefinition;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;

/// The contract on a real API server.
@Tag("kube")
@EnabledIfSystemProperty(
        named = "pawl.kube",
        matches = "true",
        disabledReason = "only with the profile kube")
final class KubernetesContractTest extends ClusterContract {
    private static KubeServer server;

    @BeforeAll
    static void start() {
        server = KubeServer.start();
        server.define(TestDefinition.definition());
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    @Override
    protected ClusterClient connect(String manager) {
        return KubernetesCluster.connect(server.kubeconfig(), manager);
    }

    @Override
    protected String newNamespace() {
        return server.newNamespace();
    }

    @Override
    protected void await(String what, BooleanSupplier condition) {
        server.await(what, condition);
    }
}
