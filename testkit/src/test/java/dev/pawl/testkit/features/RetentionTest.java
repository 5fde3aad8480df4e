package dev.pawl.testkit.features;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assumptions.assumeThat;

import dev.pawl.engine.Refused;
import dev.pawl.engine.RetentionSettings;
import dev.pawl.engine.store.Filter;
import dev.pawl.machine.Join;
import dev.pawl.machine.Machine;
import dev.pawl.run.Predecessor;
import dev.pawl.run.Run;
import dev.pawl.run.RunId;
import dev.pawl.run.RunStatus;
import dev.pawl.testkit.SimEngine;
import dev.pawl.testkit.StoreCheck;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/// Retention removes no result that is still needed.
final class RetentionTest {
    private static final Machine<String, String> QUICK =
            Machine.named("quick", String.class, String.class)
                    .step("work", a -> a.next("done " + a.request()))
                    .build();
    private static final Machine<String, String> PARENT =
            Machine.named("parent", String.class, String.class)
                    .step("split", a -> a.next().starting(QUICK.start("a"), QUICK.start("b")))
                    .await("joined", w -> w.children(Join.all(), "rest"))
                    .await("rest", w -> w.on(String.class, "collect"))
                    .step("collect", a -> a.next(String.join(", ", a.results(QUICK).responses())))
                    .build();

    @RegisterExtension private final StoreCheck stores = new StoreCheck();

    /// Every ended run is removed a second after its end.
    private SimEngine opened() {
        return SimEngine.of(
                stores,
                o -> o.machines(PARENT, QUICK).retention(RetentionSettings.keep("quick", 0)));
    }

    private SimEngine alone() {
        SimEngine sim = opened();
        assumeThat(sim.store().cluster())
                .as("nodes that share a store remove runs at another time than their end")
                .isEmpty();
        return sim;
    }

    /// Removes ended runs at once: settings that are set are applied, whenever the next round is.
    private static void prune(SimEngine sim) {
        sim.pass(Duration.ofSeconds(2));
        sim.perform(e -> e.retentions().set(RetentionSettings.keep("quick", 0)));
        sim.pass(Duration.ofSeconds(1));
    }

    @Test
    void aLiveParentReadsTheResultsOfAllItsChildren() {
        SimEngine sim = opened();
        RunId id = sim.call(e -> e.start(PARENT.start("x")));
        sim.pass(Duration.ofMinutes(5));
        sim.restart();
        sim.pass(Duration.ofMinutes(5));
        sim.perform(e -> e.send(id, "go"));
        sim.settle();
        Run parent = sim.engine().run(id);
        assertThat(sim.engine().result(PARENT, parent)).isEqualTo("done a, done b");
        sim.call(e -> e.start(QUICK.start("another end")));
        sim.pass(Duration.ofMinutes(2));
        assertThat(sim.engine().count(Filter.ALL.parent(id))).isZero();
        sim.close();
    }

    @Test
    void anEndIsKnownForAMomentAfterTheRunWasRemoved() throws InterruptedException {
        SimEngine sim = alone();
        RunId id = sim.call(e -> e.start(QUICK.start("x")));
        prune(sim);
        assertThat(sim.store().run(id)).isEmpty();
        String answer = sim.call(e -> e.await(QUICK, id, Duration.ZERO));
        assertThat(answer).isEqualTo("done x");
        assertThat(sim.engine().run(id).status()).isEqualTo(RunStatus.COMPLETED);
        sim.pass(Duration.ofSeconds(30));
        assertThatThrownBy(() -> sim.engine().run(id)).isInstanceOf(Refused.UnknownRun.class);
        sim.close();
    }

    @Test
    void aRunFollowsOneThatWasRemovedAMomentAgo() {
        SimEngine sim = alone();
        RunId first = sim.call(e -> e.start(QUICK.start("x")));
        prune(sim);
        assertThat(sim.store().run(first)).isEmpty();
        RunId second =
                sim.call(e -> e.start(PARENT.start("y").after(first, Predecessor.On.SUCCESS)));
        sim.settle();
        assertThat(sim.engine().run(second).state()).isEqualTo("rest");
        sim.close();
    }
}
