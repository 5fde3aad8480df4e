package dev.pawl.classes.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.classes.cluster.simulated.Faults;
import dev.pawl.classes.cluster.simulated.SimulatedCluster;
import dev.pawl.testkit.Rounds;
import dev.pawl.testkit.Seeds;
import dev.pawl.testkit.SimHost;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/// Outages, lost and duplicate events, expired watches and lost answers, in any order: in the end a
/// copy is what the server has, and its changes add up to it.
final class InformersChaosTest {
    private static final ResourceKind KIND = ResourceKind.CLASS_RUNTIME;
    private static final Duration AUDIT = Duration.ofMinutes(5);
    private static final int STEPS = 80;

    @Test
    @Tag("volume")
    void aCopyConvergesWhateverHappens() {
        Rounds rounds = Rounds.of("pawl.seeds", 20);
        long[] writes = new long[1];
        Seeds.each(rounds, seed -> writes[0] += simulate(seed));
        System.out.println(rounds + ", " + writes[0] + " writes");
        assertThat(writes[0]).isGreaterThan(STEPS);
    }

    private static long simulate(long seed) {
        SimHost host = new SimHost(seed);
        RandomGenerator random = new SplittableRandom(seed);
        SimulatedCluster cluster =
                SimulatedCluster.start(host, SimulatedCluster.Settings.seed(seed).eventsMax(30));
        cluster.define(TestDefinition.definition());
        ClusterClient client = cluster.client(host, "pawl");
        List<String> known = new ArrayList<>();
        SimHost node = host.peer("controller");
        Informers informers =
                Informers.start(
                        node,
                        cluster.client(node, "pawl"),
                        new Informers.Settings(
                                List.of(new InformerSource(KIND, Selection.all())), "l", AUDIT),
                        new Mirror(known));
        for (int i = 0; i < STEPS; i++) {
            host.call(() -> act(cluster, client, random));
            host.runFor(Duration.ofMillis(random.nextInt(20_000)));
        }
        cluster.faults(Faults.none());
        cluster.restartServer();
        host.runFor(AUDIT.multipliedBy(2));
        List<ResourceManifest> stored = client.list(KIND, Selection.all()).items();
        assertThat(informers.lost()).isEmpty();
        assertThat(informers.cache(KIND).all()).isEqualTo(stored);
        assertThat(known.stream().sorted().toList())
                .isEqualTo(stored.stream().map(ResourceManifest::name).sorted().toList());
        long writes = cluster.writes();
        informers.close();
        cluster.close();
        host.run();
        return writes;
    }

    private static void act(
            SimulatedCluster cluster, ClusterClient client, RandomGenerator random) {
        String name = "n" + random.nextInt(8);
        ObjectRef ref = new ObjectRef(KIND, "default", name);
        try {
            switch (random.nextInt(12)) {
                case 0 -> cluster.endWatches();
                case 1 -> cluster.forgetHistory();
                case 2 -> cluster.stopServer();
                case 3 -> cluster.restartServer();
                case 4 -> cluster.faults(Faults.none());
                case 5 ->
                        cluster.faults(
                                new Faults(
                                        0.2,
                                        0.2,
                                        0.2,
                                        Duration.ofMillis(300),
                                        Duration.ofSeconds(3)));
                case 6, 7 -> client.delete(ref, Preconditions.none());
                default -> client.apply(object(name, random.nextInt(10) + 1), options());
            }
        } catch (ClusterException _) {
            // A client that gives up is part of it.
        }
    }

    private static ApplyOptions options() {
        return ApplyOptions.by("pawl");
    }

    private static ResourceManifest object(String name, int size) {
        return ResourceManifest.parse(
                """
                {"apiVersion": "oaas.io/v1alpha1", "kind": "ClassRuntime",
                 "metadata": {"namespace": "default", "name": "%s"},
                 "spec": {"package": "p", "size": %d}}
                """
                        .formatted(name, size));
    }

    /// What a listener knows that only adds up the changes.
    private record Mirror(List<String> known) implements InformerListener {
        @Override
        public void changed(ObjectChange change) {
            String name = change.key().name();
            boolean fits =
                    switch (change.type()) {
                        case ADDED -> !known.contains(name) && known.add(name);
                        case MODIFIED -> known.contains(name);
                        case DELETED -> known.remove(name);
                    };
            assertThat(fits).as("%s fits %s", change.type(), known).isTrue();
        }

        @Override
        public void lost(InformerSource source, ClusterException reason) {}

        @Override
        public void synced(InformerSource source) {}

        @Override
        public void audited(InformerSource source, int missed) {}
    }
}
