package dev.pawl.testkit.features;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.pawl.engine.store.Filter;
import dev.pawl.engine.store.Page;
import dev.pawl.machine.Body;
import dev.pawl.machine.ChildPolicy;
import dev.pawl.machine.Join;
import dev.pawl.machine.Machine;
import dev.pawl.run.Run;
import dev.pawl.run.RunId;
import dev.pawl.run.RunStatus;
import dev.pawl.testkit.CrashMatrix;
import dev.pawl.testkit.MachineTrial;
import dev.pawl.testkit.SimEngine;
import dev.pawl.testkit.StoreCheck;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/// Runs that an outcome starts in its commit and that are not children.
final class LaunchingTest {
    private static final Machine<String, String> NOTICE =
            Machine.named("notice", String.class, String.class)
                    .await("rest", w -> w.after(Duration.ofMinutes(1), "work"))
                    .step("work", a -> a.next(a.request()))
                    .build();
    private static final Machine<String, String> FAILING =
            machine(a -> a.fail("damaged").launching(NOTICE.start("it failed")));

    @RegisterExtension private final StoreCheck stores = new StoreCheck();

    private static Machine<String, String> machine(Body<String, String> body) {
        return Machine.named("work", String.class, String.class)
                .step("only", body)
                .children(ChildPolicy.CANCEL)
                .build();
    }

    @Test
    void aRunThatItsCauseStartsWhileFailingContinues() {
        SimEngine sim = SimEngine.of(stores, o -> o.machines(FAILING, NOTICE));
        RunId id = sim.call(e -> e.start(FAILING.start("x")));
        sim.pass(Duration.ofMinutes(2));

        assertThat(sim.engine().run(id).status()).isEqualTo(RunStatus.FAILED);
        Run notice = only(sim);
        assertThat(notice.status()).isEqualTo(RunStatus.COMPLETED);
        assertThat(notice.parent()).isNull();
        assertThat(notice.origin().links().cause()).isEqualTo(id);
        sim.close();
    }

    @Test
    void aJoinDoesNotCountIt() {
        Machine<String, String> waiting =
                Machine.named("work", String.class, String.class)
                        .step("only", a -> a.next().launching(NOTICE.start("x")))
                        .await("rest", w -> w.children(Join.all(), "complete"))
                        .end("complete")
                        .build();
        SimEngine sim = SimEngine.of(stores, o -> o.machines(waiting, NOTICE));
        RunId id = sim.call(e -> e.start(waiting.start("x")));
        sim.settle();

        assertThat(sim.engine().run(id).status()).isEqualTo(RunStatus.COMPLETED);
        assertThat(sim.engine().run(id).data().family().started()).isZero();
        sim.pass(Duration.ofMinutes(2));
        assertThat(only(sim).status()).isEqualTo(RunStatus.COMPLETED);
        sim.close();
    }

    @Test
    void theSameIdempotencyKeyStartsItOnce() {
        Machine<String, String> twice =
                machine(a ->
                        a.fail("damaged")
                                .launching(
                                        NOTICE.start("1").idempotency("same"),
                                        NOTICE.start("2").idempotency("same")));
        SimEngine sim = SimEngine.of(stores, o -> o.machines(twice, NOTICE));
        sim.call(e -> e.start(twice.start("x")));
        sim.call(e -> e.start(twice.start("y")));
        sim.pass(Duration.ofMinutes(2));

        assertThat(only(sim).status()).isEqualTo(RunStatus.COMPLETED);
        sim.close();
    }

    @Test
    void aStartWithAParentIsRefused() {
        assertThatThrownBy(() ->
                        MachineTrial.of(
                                        machine(a ->
                                                a.next("x")
                                                        .launching(
                                                                NOTICE.start("x").parent(a.id()))),
                                        "x")
                                .step("only"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("expected a run of notice without a parent");
    }

    @Test
    void noCrashLosesOrRepeatsIt() {
        var summary = CrashMatrix.of(FAILING, "x").with(NOTICE).check();

        assertThat(summary.seen().toString()).contains("notice COMPLETED");
    }

    private static Run only(SimEngine sim) {
        List<Run> all = sim.store().runs(Filter.ALL.machine("notice"), Page.newest(10));
        assertThat(all).hasSize(1);
        return all.getFirst();
    }
}
