package dev.pawl.testkit.features;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.pawl.engine.Command;
import dev.pawl.engine.Engine;
import dev.pawl.engine.EngineEvent;
import dev.pawl.engine.Operators;
import dev.pawl.engine.Refused;
import dev.pawl.engine.store.Filter;
import dev.pawl.engine.store.Page;
import dev.pawl.machine.Join;
import dev.pawl.machine.Machine;
import dev.pawl.machine.Uniqueness;
import dev.pawl.run.RunId;
import dev.pawl.run.RunStatus;
import dev.pawl.testkit.SimEngine;
import dev.pawl.testkit.StoreCheck;
import java.time.Duration;
import java.util.List;
import java.util.function.BiConsumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/// A listener that calls the engine: it changes other runs, and is refused where it would wait for
/// itself.
final class ListenerCallsTest {
    private static final Operators.By ME = new Operators.By("me", "a test");
    private static final Page PAGE = Page.oldest(10);
    private static final Machine<String, String> WORKER =
            Machine.named("worker", String.class, String.class)
                    .await("decision", w -> w.on(String.class, "last"))
                    .step("last", a -> a.next("done"))
                    .build();
    private static final Machine<String, String> PARENT =
            Machine.named("parent", String.class, String.class)
                    .step("split", a -> a.next().starting(WORKER.start("x").key("child")))
                    .await("joined", w -> w.on(String.class, "last").children(Join.all(), "last"))
                    .step("last", a -> a.next("done"))
                    .build();

    @RegisterExtension private final StoreCheck stores = new StoreCheck();

    private BiConsumer<Engine, RunId> reaction = (_, _) -> {};
    private String machine = "worker";
    private RunStatus status = RunStatus.WAITING;
    private Throwable thrown;

    private final SimEngine sim =
            SimEngine.of(stores, o -> o.machines(WORKER, PARENT).listener(this::on));

    /// Reacts once, when a run of the machine has the status.
    private void on(EngineEvent event) {
        if (!(event instanceof EngineEvent.RunChanged changed)) return;
        if (changed.after().status() != status || !changed.after().machine().equals(machine))
            return;
        machine = "";
        thrown = catchThrowable(() -> reaction.accept(sim.engine(), changed.after().id()));
    }

    @Test
    void itCannotChangeTheRunThatItIsNotifiedOf() {
        List<BiConsumer<Engine, RunId>> changes =
                List.of(
                        (engine, id) -> engine.send(id, "go"),
                        (engine, id) -> engine.offer(id, "go"),
                        (engine, id) -> engine.operators().order(id, new Command.Cancel(), ME),
                        (engine, id) -> engine.start(WORKER.start("child").parent(id)));
        for (BiConsumer<Engine, RunId> change : changes) {
            reaction = change;
            machine = "worker";
            RunId id = sim.call(e -> e.start(WORKER.start("x")));
            sim.settle();
            assertThat(thrown)
                    .isInstanceOf(Refused.WaitsForItself.class)
                    .hasMessageContaining("change it on another thread");
            sim.perform(e -> e.send(id, "go"));
            sim.settle();
            assertThat(sim.engine().run(id).status()).isEqualTo(RunStatus.COMPLETED);
        }
        assertThat(sim.engine().count(Filter.ALL)).isEqualTo(changes.size());
        sim.close();
    }

    @Test
    void itCannotChangeAChildAtItsStart() {
        reaction = (engine, id) -> engine.send(id, "go");
        RunId id = sim.call(e -> e.start(PARENT.start("x")));
        sim.settle();
        assertThat(thrown).isInstanceOf(Refused.WaitsForItself.class);
        RunId child = sim.engine().runs(Filter.ALL.machine("worker"), PAGE).getFirst().id();
        sim.perform(e -> e.send(child, "go"));
        sim.settle();
        assertThat(sim.engine().run(id).status()).isEqualTo(RunStatus.COMPLETED);
        sim.close();
    }

    /// The end of the child is a message to the parent, whose change is not over.
    @Test
    void itCancelsAChildOfTheRunThatItIsNotifiedOf() {
        machine = "parent";
        status = RunStatus.PAUSED;
        reaction =
                (engine, _) -> {
                    Filter children = Filter.ALL.machine("worker").live();
                    engine.operators().orderAll(children, new Command.Cancel(), ME);
                };
        RunId id = sim.call(e -> e.start(PARENT.start("x")));
        sim.settle();
        sim.perform(e -> e.operators().order(id, new Command.Pause(), ME));
        sim.settle();
        assertThat(thrown).isNull();
        assertThat(sim.engine().count(Filter.ALL.machine("worker").status(RunStatus.CANCELLED)))
                .isEqualTo(1);
        sim.perform(e -> e.operators().order(id, new Command.Resume(), ME));
        sim.settle();
        assertThat(sim.engine().run(id).status()).isEqualTo(RunStatus.COMPLETED);
        sim.close();
    }

    @Test
    void itReplacesTheRunThatItIsNotifiedOf() {
        reaction =
                (engine, _) ->
                        engine.start(WORKER.start("y").key("same").unique(Uniqueness.REPLACE));
        RunId id = sim.call(e -> e.start(WORKER.start("x").key("same")));
        sim.pass(Duration.ofSeconds(1));
        assertThat(thrown).isNull();
        assertThat(sim.engine().run(id).status()).isEqualTo(RunStatus.CANCELLED);
        assertThat(sim.engine().count(Filter.ALL.live())).isEqualTo(1);
        sim.close();
    }

    /// It is notified of the parent before the start of the child is over.
    @Test
    void itCannotChangeAChildThatStartsWithTheChange() {
        machine = "parent";
        reaction =
                (engine, _) -> {
                    RunId child = engine.runs(Filter.ALL.machine("worker"), PAGE).getFirst().id();
                    engine.operators().order(child, new Command.Cancel(), ME);
                };
        RunId id = sim.call(e -> e.start(PARENT.start("x")));
        sim.settle();
        assertThat(thrown).isInstanceOf(Refused.WaitsForItself.class);
        sim.perform(e -> e.operators().orderAll(Filter.ALL, new Command.Cancel(), ME));
        sim.settle();
        assertThat(sim.engine().run(id).status()).isEqualTo(RunStatus.CANCELLED);
        assertThat(sim.engine().count(Filter.ALL.live())).isZero();
        sim.close();
    }
}
