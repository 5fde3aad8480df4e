package dev.pawl.classes.control;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.pawl.classes.resource.Phase;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/// Two managers of one cluster: one controls at a time.
@Timeout(120)
final class LeaderElectionTest {
    private static final LeaseSettings LEASE = LeaseSettings.in("default");

    private final SimClasses.World world = SimClasses.World.of(21);

    private SimClasses manager(String name) {
        return SimClasses.of(world, name, chosen -> chosen.lease(LEASE));
    }

    /// Lets time pass and checks at each turn that at most one manager is active.
    private void pass(SimClasses one, SimClasses other, Duration time) {
        boolean[] both = new boolean[1];
        boolean never =
                world.host()
                        .runUntil(
                                () -> {
                                    both[0] |=
                                            one.classes().isActive() && other.classes().isActive();
                                    return both[0];
                                },
                                time);
        assertThat(never).as("two managers control").isFalse();
    }

    @Test
    void anotherManagerTakesOverAfterTheLeaseAndNotBefore() {
        SimClasses one = manager("one");
        one.pass(Duration.ofSeconds(5));
        try (SimClasses two = manager("two")) {
            pass(one, two, Duration.ofSeconds(30));
            assertThat(one.classes().isActive()).isTrue();
            assertThat(two.classes().isActive()).isFalse();
            two.apply("greeter", "hello");
            pass(one, two, Duration.ofSeconds(20));
            assertThat(two.phase("greeter")).isEqualTo(Phase.AVAILABLE);
            one.sim().crash();
            two.pass(LEASE.duration().minus(LEASE.renewal()).minusSeconds(1));
            assertThat(two.classes().isActive()).isFalse();
            two.pass(LEASE.renewal().multipliedBy(3));
            assertThat(two.classes().isActive()).isTrue();
            two.apply("greeter", "hello", "bye");
            two.until("greeter", Phase.AVAILABLE, Duration.ofMinutes(2));
        }
    }

    @Test
    void aLeaderThatCannotRenewStopsBeforeItsLeaseEnds() {
        SimClasses one = manager("one");
        one.pass(Duration.ofSeconds(5));
        try (SimClasses two = manager("two")) {
            pass(one, two, Duration.ofSeconds(10));
            assertThat(one.classes().isActive()).isTrue();
            world.cluster().stopServer();
            pass(one, two, LEASE.duration());
            assertThat(one.classes().isActive()).isFalse();
            assertThat(two.classes().isActive()).isFalse();
            world.cluster().restartServer();
            pass(one, two, Duration.ofMinutes(2));
            assertThat(one.classes().isActive() || two.classes().isActive()).isTrue();
        }
        one.close();
    }

    @Test
    void aManagerThatClosesHandsOver() {
        SimClasses one = manager("one");
        one.pass(Duration.ofSeconds(5));
        try (SimClasses two = manager("two")) {
            pass(one, two, Duration.ofSeconds(5));
            one.sim().perform(_ -> one.classes().close());
            two.pass(LEASE.renewal().multipliedBy(2));
            assertThat(two.classes().isActive()).isTrue();
        }
        one.sim().crash();
    }

    @Test
    void refusesALeaseThatCannotBeRenewed() {
        assertThatThrownBy(() ->
                        new LeaseSettings("n", "l", Duration.ofSeconds(5), Duration.ofSeconds(3)))
                .hasMessageContaining("at least two renewals");
    }
}
