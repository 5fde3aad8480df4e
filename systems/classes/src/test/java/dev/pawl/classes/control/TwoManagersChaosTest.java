package dev.pawl.classes.control;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.classes.cluster.ClusterException;
import dev.pawl.classes.cluster.ResourceKind;
import dev.pawl.classes.cluster.ResourceManifest;
import dev.pawl.classes.cluster.simulated.Breakage;
import dev.pawl.classes.cluster.simulated.Faults;
import dev.pawl.classes.measurement.SimulatedMetrics.Load;
import dev.pawl.classes.resource.Phase;
import dev.pawl.testkit.Rounds;
import dev.pawl.testkit.Seeds;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.random.RandomGenerator;
import java.util.random.RandomGeneratorFactory;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/// Two managers, each with a store of its own, under chaos by seed: one is killed and opened again
/// at any time, requests fail, events are lost, late or repeated, the server goes down. At most one
/// writes; replicas never change twice within the time of stability; everything converges (CRM-33).
@Timeout(600)
final class TwoManagersChaosTest {
    private static final LeaseSettings LEASE = LeaseSettings.in("default");
    private static final Faults FAULTS =
            new Faults(0.05, 0.02, 0.05, Duration.ofMillis(300), Duration.ofSeconds(2));
    private static final String ENFORCE =
            "\"enforcement\":{\"mode\":\"enforce\",\"dimensions\":[\"replicas\"]},";
    private static final int STEPS = 30;

    private SimClasses.World world;
    private SimClasses one;
    private SimClasses two;
    private RandomGenerator random;
    private boolean isDown;
    private final List<String> violations = new ArrayList<>();
    private int replicas;
    private Instant changedAt;

    @Test
    @Tag("volume")
    void atMostOneManagerWritesAndEverythingConverges() {
        Rounds rounds = Rounds.of("pawl.seeds", 3);
        Seeds.each(rounds, this::run);
        IO.println("TwoManagersChaosTest: " + rounds);
    }

    private void run(long seed) {
        world = SimClasses.World.of(seed);
        random = RandomGeneratorFactory.of("L64X128MixRandom").create(seed);
        isDown = false;
        violations.clear();
        replicas = 0;
        changedAt = Instant.MIN;
        one = manager("one");
        two = manager("two");
        one.applyJson("ant", ENFORCE, "hello");
        one.until("ant", Phase.AVAILABLE, Duration.ofMinutes(2));
        String foreign = foreign();
        world.cluster().faults(FAULTS);
        for (int i = 0; i < STEPS; i++) {
            step();
            pass(random.nextInt(60));
        }
        world.cluster().faults(Faults.none());
        if (isDown) world.cluster().restartServer();
        for (SimClasses each : List.of(one, two)) if (!each.sim().isAlive()) each.open();
        one.cluster().heal(SimClasses.ref(ResourceKind.DEPLOYMENT, "ant"));
        pass(30 * 60);
        assertThat(violations).isEmpty();
        assertThat(one.phase("ant")).as(() -> one.why("ant")).isEqualTo(Phase.AVAILABLE);
        assertThat(one.find(ResourceKind.SERVICE, "foreign").resourceVersion())
                .as("the foreign object")
                .isEqualTo(foreign);
        assertThat(isActive(one) ^ isActive(two)).as("one of them leads").isTrue();
        one.close();
        two.close();
    }

    private SimClasses manager(String name) {
        return SimClasses.reporting(
                world, name, chosen -> chosen.lease(LEASE), write -> check(name, write));
    }

    /// Leases and reads apart, only the manager that leads may write.
    private void check(String name, String write) {
        SimClasses other = name.equals("one") ? two : one;
        boolean isOfTheLease = write.contains(" Lease/");
        if (!isOfTheLease && other != null && isActive(other)) {
            violations.add("%s writes while the other leads: %s".formatted(name, write));
        }
    }

    private static boolean isActive(SimClasses manager) {
        return manager.sim().isAlive() && manager.classes().isActive();
    }

    private void step() {
        try {
            switch (random.nextInt(8)) {
                case 0, 1 -> {
                    SimClasses each = random.nextBoolean() ? one : two;
                    if (each.sim().isAlive()) each.sim().crash();
                    else each.open();
                }
                case 2 -> {
                    isDown = !isDown;
                    if (isDown) world.cluster().stopServer();
                    else world.cluster().restartServer();
                }
                case 3 -> world.cluster().forgetHistory();
                case 4 -> world.cluster().endWatches();
                case 5 ->
                        world.cluster()
                                .inject(
                                        SimClasses.ref(ResourceKind.DEPLOYMENT, "ant"),
                                        Breakage.CRASH_LOOP);
                case 6 -> one.cluster().heal(SimClasses.ref(ResourceKind.DEPLOYMENT, "ant"));
                default -> load();
            }
        } catch (ClusterException _) {
            // The server is down, or the connection was lost.
        }
    }

    private void load() {
        Load load = new Load(50 + random.nextInt(400), 0.005, 0.5, 1);
        one.metrics().load("default", "ant", load);
        two.metrics().load("default", "ant", load);
    }

    /// Lets seconds pass and watches the replicas.
    private void pass(int seconds) {
        for (int i = 0; i < seconds; i++) {
            world.host().runFor(Duration.ofSeconds(1));
            observe();
        }
    }

    private void observe() {
        int now;
        try {
            now = one.find(ResourceKind.DEPLOYMENT, "ant").at("/spec/replicas").asInt(0);
        } catch (ClusterException _) {
            return;
        }
        if (now == replicas) return;
        Instant time = world.host().now();
        if (replicas > 0 && time.isBefore(changedAt.plusSeconds(58))) {
            violations.add("%d replicas at %s, %d at %s".formatted(replicas, changedAt, now, time));
        }
        replicas = now;
        changedAt = time;
    }

    private String foreign() {
        ResourceManifest service =
                ResourceManifest.parse(
                        """
                        {"apiVersion":"v1","kind":"Service","metadata":{"name":"foreign",
                         "namespace":"default","labels":{"oaas.io/owner":"ant"}},
                         "spec":{"ports":[{"port":80}]}}
                        """);
        one.kubectl(() -> assertThat(one.kubectl().create(service).uid()).isNotEmpty());
        return one.find(ResourceKind.SERVICE, "foreign").resourceVersion();
    }
}
