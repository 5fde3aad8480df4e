package dev.pawl.classes.control;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.pawl.classes.Rollbacks;
import dev.pawl.classes.RolledBack;
import dev.pawl.classes.cluster.ResourceKind;
import dev.pawl.classes.cluster.ResourceManifest;
import dev.pawl.classes.cluster.simulated.Breakage;
import dev.pawl.classes.resource.Phase;
import dev.pawl.controller.ObjectKey;
import dev.pawl.engine.Engine;
import dev.pawl.engine.Refused;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/// Rollback to the last available revision, with its audit: CRM-12, CRM-24, K20.
@Timeout(120)
final class RollbackTest {
    private static final Duration MINUTES = Duration.ofMinutes(5);

    private final SimClasses sim = SimClasses.of(71);
    private final ObjectKey key = sim.apply("greeter", "hello=img/good");

    @AfterEach
    void close() {
        sim.close();
    }

    private RolledBack rollback() {
        var result = new AtomicReference<RolledBack>();
        sim.sim()
                .perform(
                        (Engine _) -> result.set(sim.classes().rollback(key, "ann", "v2 crashes")));
        return result.get();
    }

    @Test
    void aBrokenRevisionIsReplacedByTheLastAvailableOne() {
        sim.until("greeter", Phase.AVAILABLE, MINUTES);
        sim.apply("greeter", "hello=img/bad", "more=img/bad");
        sim.pass(Duration.ofMillis(100));
        sim.cluster()
                .inject(
                        SimClasses.ref(ResourceKind.DEPLOYMENT, "greeter-fn-0"),
                        Breakage.CRASH_LOOP);
        sim.until("greeter", Phase.DEGRADED, Duration.ofMinutes(10));
        assertThat(rollback()).isEqualTo(new RolledBack(2, 1, 3));
        sim.until("greeter", Phase.AVAILABLE, MINUTES);
        assertThat(sim.get("greeter").spec().functions()).hasSize(1);
        assertThat(sim.list(ResourceKind.DEPLOYMENT))
                .singleElement()
                .satisfies(each ->
                        assertThat(each.text("/spec/template/spec/containers/0/image"))
                                .contains("img/good"));
        ResourceManifest runtime = sim.find(ResourceKind.CLASS_RUNTIME, "greeter");
        assertThat(runtime.annotations().get(Rollbacks.ANNOTATION))
                .contains("\"actor\":\"ann\"", "\"reason\":\"v2 crashes\"", "\"from\":2,\"to\":1");
        assertThat(sim.events()).contains("RolledBack");
    }

    @Test
    void anAvailableRevisionIsReplacedByTheOneBeforeIt() {
        sim.until("greeter", Phase.AVAILABLE, MINUTES);
        sim.apply("greeter", "hello=img/other");
        sim.pass(Duration.ofSeconds(1));
        sim.until("greeter", Phase.AVAILABLE, MINUTES);
        assertThat(rollback()).isEqualTo(new RolledBack(2, 1, 3));
        sim.pass(Duration.ofSeconds(1));
        sim.until("greeter", Phase.AVAILABLE, MINUTES);
        assertThat(rollback()).as("and forward again").isEqualTo(new RolledBack(3, 2, 4));
        sim.pass(Duration.ofSeconds(1));
        sim.until("greeter", Phase.AVAILABLE, MINUTES);
        assertThat(sim.get("greeter").status().workload().revisions()).hasSize(2);
    }

    @Test
    void aClassWithoutAnotherRevisionIsRefused() {
        sim.until("greeter", Phase.AVAILABLE, MINUTES);
        assertThatThrownBy(this::rollback)
                .isInstanceOf(Refused.class)
                .hasMessageContaining("has no available revision other than its spec (has: [1])");
        sim.delete("greeter");
        sim.pass(MINUTES);
        assertThatThrownBy(this::rollback).hasMessageContaining("there is no class");
    }
}
