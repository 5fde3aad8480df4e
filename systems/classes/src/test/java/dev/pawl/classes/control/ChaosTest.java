package dev.pawl.classes.control;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.classes.cluster.ClusterException;
import dev.pawl.classes.cluster.ResourceKind;
import dev.pawl.classes.cluster.ResourceManifest;
import dev.pawl.classes.cluster.simulated.Breakage;
import dev.pawl.classes.cluster.simulated.Faults;
import dev.pawl.classes.resource.Phase;
import dev.pawl.controller.ObjectKey;
import dev.pawl.testkit.Rounds;
import dev.pawl.testkit.Seeds;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.random.RandomGenerator;
import java.util.random.RandomGeneratorFactory;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/// Chaos by seed: kills, stale caches, lost and duplicate events, outages, breakages and changes.
/// It always converges, and never touches a foreign object.
@Timeout(600)
final class ChaosTest {
    private static final List<String> NAMES = List.of("ant", "bee", "cat");
    private static final int STEPS = 40;
    private static final Faults FAULTS =
            new Faults(0.05, 0.02, 0.05, Duration.ofMillis(300), Duration.ofSeconds(2));

    private SimClasses sim;
    private RandomGenerator random;
    private boolean isDown;

    @Test
    @Tag("volume")
    void convergesAfterChaos() {
        Rounds rounds = Rounds.of("pawl.seeds", 3);
        Seeds.each(rounds, this::run);
        IO.println("ChaosTest of classes: " + rounds);
    }

    private void run(long seed) {
        SimClasses.World world = SimClasses.World.of(seed);
        random = RandomGeneratorFactory.of("L64X128MixRandom").create(seed);
        isDown = false;
        sim = SimClasses.of(world, "manager", chosen -> chosen.audit(Duration.ofMinutes(1)));
        foreign();
        String before = version();
        sim.cluster().faults(FAULTS);
        for (int i = 0; i < STEPS; i++) {
            step();
            sim.pass(Duration.ofMillis(random.nextInt(15_000)));
        }
        sim.cluster().faults(Faults.none());
        if (isDown) sim.cluster().restartServer();
        for (ResourceManifest each : sim.list(ResourceKind.DEPLOYMENT)) {
            sim.cluster().heal(each.ref(ResourceKind.DEPLOYMENT));
        }
        // A request of the user may have failed after it had its effect.
        Set<String> wanted = new TreeSet<>();
        for (ResourceManifest each : sim.list(ResourceKind.CLASS_RUNTIME)) {
            if (!each.isBeingDeleted()) wanted.add(each.name());
        }
        sim.pass(Duration.ofMinutes(30));
        check(before, wanted);
        sim.close();
    }

    private void check(String before, Set<String> wanted) {
        assertThat(version()).as("the foreign object").isEqualTo(before);
        assertThat(sim.list(ResourceKind.CLASS_RUNTIME))
                .extracting(ResourceManifest::name)
                .containsExactlyInAnyOrderElementsOf(wanted);
        Set<String> uids = new TreeSet<>();
        for (String name : wanted) {
            assertThat(sim.phase(name))
                    .as(() -> name + ": " + sim.why(name))
                    .isEqualTo(Phase.AVAILABLE);
            uids.add(sim.get(name).uid());
        }
        for (ResourceManifest each : sim.list(ResourceKind.DEPLOYMENT)) {
            assertThat(uids).as("the owner of %s", each).contains(each.controllerUid());
        }
        assertThat(sim.list(ResourceKind.DEPLOYMENT)).hasSizeGreaterThanOrEqualTo(wanted.size());
        assertThat(sim.classes().controller().stats().errors()).isZero();
        long writes = sim.cluster().writes();
        sim.pass(Duration.ofMinutes(30));
        assertThat(sim.cluster().writes()).as("writes without a change").isEqualTo(writes);
    }

    private void step() {
        String name = NAMES.get(random.nextInt(NAMES.size()));
        try {
            switch (random.nextInt(9)) {
                case 0, 1 -> {
                    ObjectKey key = sim.apply(name, functions());
                    assertThat(key.name()).isEqualTo(name);
                }
                case 2 -> sim.delete(name);
                case 3 -> sim.restart();
                case 4 -> {
                    isDown = !isDown;
                    if (isDown) sim.cluster().stopServer();
                    else sim.cluster().restartServer();
                }
                case 5 -> sim.cluster().forgetHistory();
                case 6 -> sim.cluster().endWatches();
                case 7 -> inject(Breakage.DELETE);
                default -> inject(Breakage.CRASH_LOOP);
            }
        } catch (ClusterException _) {
            // The user tries again later, or not.
        }
    }

    private void inject(Breakage breakage) {
        List<ResourceManifest> all = sim.list(ResourceKind.DEPLOYMENT);
        if (all.isEmpty()) return;
        ResourceManifest one = all.get(random.nextInt(all.size()));
        sim.cluster().inject(one.ref(ResourceKind.DEPLOYMENT), breakage);
    }

    private String[] functions() {
        int count = 1 + random.nextInt(3);
        String[] functions = new String[count];
        for (int i = 0; i < count; i++) functions[i] = "f" + i + random.nextInt(2);
        return functions;
    }

    private void foreign() {
        ResourceManifest service =
                ResourceManifest.parse(
                        """
                        {"apiVersion":"v1","kind":"Service","metadata":{"name":"foreign",
                         "namespace":"default","labels":{"oaas.io/owner":"ant"}},
                         "spec":{"ports":[{"port":80}]}}
                        """);
        sim.kubectl(() -> assertThat(sim.kubectl().create(service).uid()).isNotEmpty());
    }

    private String version() {
        return sim.find(ResourceKind.SERVICE, "foreign").resourceVersion();
    }
}
