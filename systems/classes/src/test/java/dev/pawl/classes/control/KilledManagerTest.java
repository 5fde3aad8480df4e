package dev.pawl.classes.control;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.classes.cluster.ReportingClient;
import dev.pawl.classes.cluster.ResourceKind;
import dev.pawl.classes.cluster.ResourceManifest;
import dev.pawl.classes.resource.Phase;
import dev.pawl.testkit.SimHost;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/// The manager is killed before and after every write to the cluster, while a class rises, changes
/// and is deleted: it ends the same, and nothing foreign is touched.
@Timeout(600)
final class KilledManagerTest {
    private SimClasses sim;
    private int moment;
    private int dyingAt;
    private boolean hasDied;

    @Test
    void endsTheSameWhereverTheManagerIsKilled() {
        String calm = run(0);
        int moments = moment;
        assertThat(calm).contains("available", "greeter-fn-1");
        assertThat(moments).isGreaterThan(20);
        for (int n = 1; n <= moments; n++) {
            String end = run(n);
            assertThat(hasDied).as("killed at moment %d", n).isTrue();
            assertThat(end).as("killed at moment %d of %d", n, moments).isEqualTo(calm);
        }
        IO.println("KilledManagerTest: killed at %d moments".formatted(moments));
    }

    private void moment() {
        if (++moment != dyingAt) return;
        hasDied = true;
        sim.sim().crash();
    }

    private String run(int dying) {
        moment = 0;
        dyingAt = dying;
        hasDied = false;
        SimClasses.World world = SimClasses.World.of(11);
        sim = SimClasses.stopped(world, client -> new ReportingClient(client, _ -> moment()));
        sim.open();
        foreign("foreign");
        sim.apply("greeter", "hello");
        settle(Duration.ofSeconds(40));
        sim.apply("greeter", "hello", "bye");
        sim.apply("other", "one");
        settle(Duration.ofMinutes(2));
        String middle = "%s %s %s".formatted(sim.phase("greeter"), sim.phase("other"), names());
        sim.delete("greeter");
        settle(Duration.ofMinutes(2));
        assertThat(sim.exists(ResourceKind.CLASS_RUNTIME, "greeter")).isFalse();
        assertThat(sim.phase("other")).isEqualTo(Phase.AVAILABLE);
        String end = middle + "; " + names();
        sim.sim().crash();
        return end;
    }

    private void foreign(String name) {
        ResourceManifest service =
                ResourceManifest.parse(
                        """
                        {"apiVersion":"v1","kind":"Service","metadata":{"name":"%s",
                         "namespace":"default","labels":{"oaas.io/owner":"greeter"}},
                         "spec":{"ports":[{"port":80}]}}
                        """
                                .formatted(name));
        sim.kubectl(() -> assertThat(sim.kubectl().create(service).uid()).isNotEmpty());
    }

    /// Returns the names and hashes of all children, and the version of what is foreign.
    private String names() {
        List<String> names =
                sim.list(ResourceKind.DEPLOYMENT).stream().map(ResourceManifest::name).toList();
        List<String> services =
                sim.list(ResourceKind.SERVICE).stream().map(ResourceManifest::name).toList();
        String version = sim.find(ResourceKind.SERVICE, "foreign").resourceVersion();
        return "%s %s %s".formatted(names, services, version);
    }

    /// Lets time pass, and restarts a manager that has died.
    private void settle(Duration time) {
        for (int i = 0; i < time.toSeconds(); i++) {
            try {
                if (!sim.sim().isAlive()) sim.open();
                sim.pass(Duration.ofSeconds(1));
            } catch (SimHost.Crashed _) {
                assertThat(sim.sim().isAlive()).isFalse();
            }
        }
        if (!sim.sim().isAlive()) sim.open();
    }
}
