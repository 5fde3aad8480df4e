package dev.pawl.testkit.features;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.pawl.engine.Engine;
import dev.pawl.engine.EngineEvent;
import dev.pawl.engine.Refused;
import dev.pawl.engine.Signal;
import dev.pawl.machine.Body;
import dev.pawl.machine.Join;
import dev.pawl.machine.Machine;
import dev.pawl.run.Predecessor;
import dev.pawl.run.RunId;
import dev.pawl.run.RunStatus;
import dev.pawl.testkit.SimEngine;
import dev.pawl.testkit.SimHost;
import dev.pawl.testkit.StoreCheck;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/// The engine is closed when `close` returns, to every caller; a body never waits for itself.
final class CloseTest {
    private static final Duration LONG = Duration.ofHours(1);

    @RegisterExtension private final StoreCheck stores = new StoreCheck();

    private final SimHost host = new SimHost(0);
    private final List<Throwable> caught = new ArrayList<>();
    private final List<RunId> others = new ArrayList<>();
    private SimEngine sim;

    private Machine<String, String> machine(Body<String, String> body) {
        return Machine.named("work", String.class, String.class).step("work", body).build();
    }

    private void open(Machine<?, ?>... machines) {
        sim = new SimEngine(host, stores, o -> o.machines(machines));
        sim.open();
    }

    /// Calls the engine in a body and keeps what it throws.
    private Body<String, String> calling(SimEngine.Action<Exception> action) {
        return attempt -> {
            try {
                action.perform(sim.engine());
            } catch (Refused e) {
                caught.add(e);
            }
            return attempt.next("done");
        };
    }

    private RunId run(Machine<String, String> machine) {
        RunId id = sim.call(e -> e.start(machine.start("x")));
        sim.settle();
        return id;
    }

    @Test
    void aSecondCloseReturnsWhenTheFirstHas() {
        var slow =
                machine(a -> {
                    boolean raised = host.await(new Signal(), a.now().plusSeconds(5));
                    return a.next("raised: " + raised);
                });
        open(slow);
        run(slow);
        Engine engine = sim.engine();
        List<Instant> closed = new ArrayList<>();
        Instant startedAt = host.now();
        for (int i = 0; i < 3; i++) {
            host.start(
                    "closing " + i,
                    () -> {
                        engine.close();
                        closed.add(host.now());
                        assertThatThrownBy(() -> sim.store().lastId()).hasMessageContaining("clos");
                    });
        }
        host.runUntil(() -> closed.size() == 3);
        assertThat(closed).hasSize(3).containsOnly(startedAt.plusSeconds(5));
        sim.close();
    }

    @Test
    void aBodyCannotCloseTheEngine() {
        var closing = machine(calling(Engine::close));
        open(closing);
        RunId id = run(closing);
        assertThat(caught)
                .singleElement()
                .isInstanceOf(Refused.WaitsForItself.class)
                .extracting(Throwable::getMessage)
                .asString()
                .contains("inside the body of run " + id);
        assertThat(sim.engine().run(id).status()).isEqualTo(RunStatus.COMPLETED);
        assertThat(run(closing)).isNotNull();
        sim.close();
    }

    @Test
    void aBodyCannotCloseAnEngineThatIsClosingEither() {
        var closing =
                machine(a -> {
                    boolean raised = host.await(new Signal(), a.now().plusSeconds(5));
                    assertThat(raised).isFalse();
                    return calling(Engine::close).execute(a);
                });
        open(closing);
        run(closing);
        Instant startedAt = host.now();
        sim.close();
        assertThat(caught).singleElement().isInstanceOf(Refused.WaitsForItself.class);
        assertThat(host.now()).isEqualTo(startedAt.plusSeconds(5));
    }

    @Test
    void aListenerOfTheClosingThreadMayCloseTooAndOneOfARunMayNot() {
        List<Throwable> heard = new ArrayList<>();
        var slow = machine(a -> a.next("done"));
        sim =
                new SimEngine(
                        host,
                        stores,
                        o ->
                                o.machines(slow)
                                        .listener(happening -> {
                                            if (happening instanceof EngineEvent.AttemptEnded) {
                                                try {
                                                    sim.engine().close();
                                                } catch (Refused e) {
                                                    heard.add(e);
                                                }
                                            }
                                        }));
        sim.open();
        run(slow);
        assertThat(heard).singleElement().isInstanceOf(Refused.WaitsForItself.class);
        sim.close();
    }

    @Test
    void aBodyCannotAwaitItsOwnRun() {
        var awaiting = machine(a -> calling(e -> e.awaitEnd(a.id(), LONG)).execute(a));
        open(awaiting);
        Instant startedAt = host.now();
        RunId id = run(awaiting);
        assertThat(caught)
                .singleElement()
                .isInstanceOf(Refused.WaitsForItself.class)
                .extracting(Throwable::getMessage)
                .asString()
                .contains("run " + id + " cannot wait for its own end");
        assertThat(host.now()).isEqualTo(startedAt);
        sim.close();
    }

    @Test
    void aBodyCannotAwaitARunThatWaitsForIt() {
        var child =
                machine(a -> calling(e -> e.awaitEnd(RunId.parse(a.request()), LONG)).execute(a));
        var parent =
                Machine.named("parent", String.class, String.class)
                        .step("start", a -> a.next().starting(child.start(a.id().toString())))
                        .await("children", w -> w.children(Join.all(), "complete"))
                        .build();
        open(child, parent);
        Instant startedAt = host.now();
        RunId id = run(parent);
        assertThat(caught).singleElement().isInstanceOf(Refused.WaitsForItself.class);
        assertThat(sim.engine().run(id).status()).isEqualTo(RunStatus.COMPLETED);
        assertThat(host.now()).isEqualTo(startedAt);
        sim.close();
    }

    @Test
    void aBodyCannotAwaitARunThatStartsAfterIt() {
        var first =
                machine(a -> {
                    boolean raised = host.await(new Signal(), a.now().plusSeconds(5));
                    assertThat(raised).isFalse();
                    return calling(e -> e.awaitEnd(others.getFirst(), LONG)).execute(a);
                });
        var second = Machine.named("second", String.class, String.class).step("s", a -> a.next());
        var after = second.build();
        open(first, after);
        RunId id = run(first);
        others.add(sim.call(e -> e.start(after.start("y").after(id, Predecessor.On.ANY_END))));
        sim.pass(Duration.ofSeconds(10));
        assertThat(caught).singleElement().isInstanceOf(Refused.WaitsForItself.class);
        assertThat(sim.engine().run(others.getFirst()).status()).isEqualTo(RunStatus.COMPLETED);
        sim.close();
    }

    /// A run that does not depend on the body may be awaited in it.
    @Test
    void aBodyMayAwaitAnIndependentRun() {
        var other = Machine.named("other", String.class, String.class).step("s", a -> a.next("o"));
        var quick = other.build();
        var awaiting =
                machine(
                        calling(e -> {
                            RunId id = e.start(quick.start("z"));
                            assertThat(e.await(quick, id, LONG)).isEqualTo("o");
                        }));
        open(awaiting, quick);
        RunId id = run(awaiting);
        assertThat(caught).isEmpty();
        assertThat(sim.engine().run(id).status()).isEqualTo(RunStatus.COMPLETED);
        sim.close();
    }

    @Test
    void awaitAndResultRefuseAnotherMachine() throws Exception {
        var work = machine(a -> a.next("done"));
        var wait =
                Machine.named("wait", String.class, Integer.class)
                        .await("w", w -> w.after(LONG, "complete"))
                        .build();
        open(work, wait);
        RunId id = run(work);
        RunId waiting = sim.call(e -> e.start(wait.start("x")));
        Instant startedAt = host.now();
        assertThatThrownBy(() -> sim.call(e -> e.await(wait, id, LONG)))
                .isInstanceOf(Refused.OtherMachine.class)
                .hasMessageStartingWith(
                        "expected a run of machine 'wait', but run %s is a run of work v1"
                                .formatted(id));
        assertThatThrownBy(() -> sim.call(e -> e.result(wait, e.run(id))))
                .isInstanceOf(Refused.OtherMachine.class);
        assertThatThrownBy(() -> sim.call(e -> e.await(work, waiting, LONG)))
                .isInstanceOf(Refused.OtherMachine.class);
        assertThat(host.now()).isEqualTo(startedAt);
        String result = sim.call(e -> e.await(work, id, LONG));
        assertThat(result).isEqualTo("done");
        sim.close();
    }
}
