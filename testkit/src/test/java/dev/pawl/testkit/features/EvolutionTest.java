package dev.pawl.testkit.features;

import static dev.pawl.testkit.Script.step;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.pawl.engine.Command;
import dev.pawl.engine.CrashReport;
import dev.pawl.engine.Engine;
import dev.pawl.engine.Operators;
import dev.pawl.engine.Refused;
import dev.pawl.engine.Signal;
import dev.pawl.engine.StoredDefinitions;
import dev.pawl.engine.Why;
import dev.pawl.engine.store.Filter;
import dev.pawl.engine.store.Page;
import dev.pawl.machine.Attempt;
import dev.pawl.machine.Body;
import dev.pawl.machine.Machine;
import dev.pawl.machine.MachineBuilder;
import dev.pawl.machine.Recovery;
import dev.pawl.run.HistoryEntry;
import dev.pawl.run.Payload;
import dev.pawl.run.Run;
import dev.pawl.run.RunId;
import dev.pawl.run.RunStatus;
import dev.pawl.testkit.Script;
import dev.pawl.testkit.SimEngine;
import dev.pawl.testkit.StoreCheck;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

final class EvolutionTest {
    private static final Operators.By ME = new Operators.By("me", "a test");

    @RegisterExtension private final StoreCheck stores = new StoreCheck();

    private static MachineBuilder<String, String> named(String name) {
        return Machine.named(name, String.class, String.class);
    }

    private static MachineBuilder<String, String> waiting(String state) {
        return named("pull")
                .step("check", a -> a.next("checked"))
                .await(state, w -> w.after(Duration.ofHours(1), "record"))
                .step("record", a -> a.next(a.response().orElse("") + ", recorded"));
    }

    private SimEngine opened(Machine<?, ?> machine) {
        return SimEngine.of(stores, o -> o.machines(machine));
    }

    private static void reopen(SimEngine sim, Machine<?, ?>... machines) {
        sim.crash();
        sim.open(o -> o.machines(machines));
        sim.settle();
    }

    /// ENG-19 a run knows its machine by name, version and fingerprint.
    @Test
    void storesTheDefinitionThatARunFollows() {
        var machine = waiting("rest").version(3).build();
        SimEngine sim = opened(machine);
        RunId id = sim.call(e -> e.start(machine.start("x")));
        var ref = sim.engine().run(id).origin().machine();
        assertThat(ref).isEqualTo(machine.ref());
        assertThat(ref.version()).isEqualTo(3);
        assertThat(waiting("other").version(3).build().ref().fingerprint())
                .isNotEqualTo(ref.fingerprint());
        assertThat(StoredDefinitions.definitions(sim.store())).containsKey("pull");
        sim.close();
    }

    /// ENG-20 a run in a removed state is parked with the reason, and continues with a mapping.
    @Test
    void parksARunInARemovedStateUntilAMappingIsDeployed() {
        SimEngine sim = opened(waiting("rest").build());
        RunId id = sim.call(e -> e.start(waiting("rest").build().start("x")));
        sim.settle();
        reopen(sim, waiting("pause").version(2).build());
        assertThatThrownBy(() -> sim.perform(e -> e.send(id, "Nudge", Payload.of("{}"))))
                .isInstanceOf(Refused.UnknownEvent.class);
        Run parked = sim.engine().run(id);
        assertThat(parked.status()).isEqualTo(RunStatus.PARKED);
        assertThat(parked.condition().reason()).contains("has no state 'rest'");
        Why why = sim.call(e -> e.why(id));
        assertThat(why.causes()).anyMatch(c -> c.kind() == Why.Cause.Kind.PARKED);
        reopen(sim, waiting("pause").version(3).removed("rest", "record").build());
        sim.settle();
        assertThat(sim.engine().run(id).status()).isEqualTo(RunStatus.COMPLETED);
        sim.close();
    }

    /// The run stays adopted although the event that loaded it into memory is refused.
    @Test
    void executesAStepThatWasAWaitWhenTheEventThatWakesItIsRefused() {
        SimEngine sim = opened(waiting("rest").build());
        RunId id = sim.call(e -> e.start(waiting("rest").build().start("x")));
        sim.settle();
        var step =
                named("pull")
                        .version(2)
                        .step("check", a -> a.next("checked"))
                        .step("rest", a -> a.next("rested"))
                        .step("record", a -> a.next(a.response().orElse("") + ", recorded"))
                        .build();
        sim.crash();
        sim.open(o -> o.machines(step));
        assertThatThrownBy(() -> sim.perform(e -> e.send(id, "Nudge", Payload.of("{}"))))
                .isInstanceOf(Refused.UnknownEvent.class);
        sim.settle();
        assertThat(sim.engine().run(id).status()).isEqualTo(RunStatus.COMPLETED);
        assertThat(sim.engine().verify()).isEmpty();
        sim.close();
    }

    /// ENG-20 runs in a state that was renamed continue there.
    @Test
    void continuesInARenamedState() {
        SimEngine sim = opened(waiting("rest").build());
        RunId id = sim.call(e -> e.start(waiting("rest").build().start("x")));
        sim.settle();
        var renamed =
                named("pull")
                        .version(2)
                        .step("check", a -> a.next("checked"))
                        .await(
                                "pause",
                                w -> w.after(Duration.ofHours(1), "record").formerly("rest"))
                        .step("record", a -> a.next(a.response().orElse("") + ", recorded"))
                        .build();
        reopen(sim, renamed);
        sim.pass(Duration.ofHours(2));
        Run run = sim.engine().run(id);
        assertThat(run.status()).isEqualTo(RunStatus.COMPLETED);
        assertThat(run.origin().machine()).isEqualTo(renamed.ref());
        assertThat(sim.engine().history(id, 0, 100))
                .anyMatch(entry -> entry.kind() == HistoryEntry.Kind.ADOPTED);
        sim.close();
    }

    /// ENG-20 runs that have not passed an inserted state execute it.
    @Test
    void executesAnInsertedState() {
        SimEngine sim = opened(waiting("rest").build());
        RunId id = sim.call(e -> e.start(waiting("rest").build().start("x")));
        sim.settle();
        var longer =
                named("pull")
                        .version(2)
                        .step("check", a -> a.next("checked"))
                        .await("rest", w -> w.after(Duration.ofHours(1), "verify"))
                        .step("verify", a -> a.next(a.response().orElse("") + ", verified"))
                        .step("record", a -> a.next(a.response().orElse("") + ", recorded"))
                        .build();
        reopen(sim, longer);
        sim.pass(Duration.ofHours(2));
        assertThat(sim.engine().run(id).data().response().text())
                .isEqualTo("\"checked, verified, recorded\"");
        sim.close();
    }

    /// ENG-20 and ENG-21: a run whose request can no longer be read is parked with the reason; the
    /// others continue, and an operator may drop it.
    @Test
    void parksARunThatCannotBeDecodedAndContinuesWithTheOthers() {
        var old = waiting("rest").build();
        SimEngine sim = opened(old);
        RunId bad = sim.call(e -> e.start(old.start("not a number")));
        RunId good = sim.call(e -> e.start(old.start("7")));
        sim.settle();
        var changed =
                Machine.named("pull", Integer.class, String.class)
                        .version(2)
                        .step("check", a -> a.next("checked"))
                        .await("rest", w -> w.after(Duration.ofHours(1), "record"))
                        .step("record", a -> a.next("recorded " + a.request()))
                        .build();
        reopen(sim, changed);
        sim.pass(Duration.ofHours(2));
        assertParked(sim, bad, "the request cannot be read", "java.lang.Integer", "not a number");
        assertThat(sim.engine().run(good).status()).isEqualTo(RunStatus.COMPLETED);
        assertThat(sim.engine().run(good).data().response().text()).contains("recorded 7");
        sim.perform(e -> e.operators().order(bad, new Command.Cancel(), ME));
        assertThat(sim.engine().run(bad).status()).isEqualTo(RunStatus.CANCELLED);
        sim.close();
    }

    /// ENG-21 the same for a response, a context and an event; ENG-22 with a deployment that reads
    /// them, their runs continue.
    @Test
    void parksARunWhoseOtherDataCannotBeDecodedUntilItCanBe() {
        checkUnreadable("response", reading(Integer.class, a -> a.next()));
        checkUnreadable("context", reading(String.class, a -> a.next(noted(a, Integer.class))));
        checkUnreadable("event Note", reading(String.class, a -> a.next(event(a))));
    }

    private void checkUnreadable(String what, Machine<String, ?> changed) {
        var old = reading(String.class, a -> a.next("read " + noted(a, String.class)));
        SimEngine sim = opened(old);
        RunId id = sim.call(e -> e.start(old.start("x")));
        sim.settle();
        reopen(sim, changed);
        sim.perform(e -> e.send(id, "Note", Payload.of("\"not a note\"")));
        sim.settle();
        assertParked(sim, id, "the " + what + " cannot be read");
        assertThat(sim.call(e -> e.why(id)).text()).contains("cannot be read");
        reopen(sim, old);
        assertThat(sim.engine().run(id).data().response().text()).isEqualTo("\"read noted\"");
        sim.close();
    }

    private static <O> Machine<String, O> reading(Class<O> response, Body<String, O> body) {
        return Machine.named("pull", String.class, response)
                .step("note", a -> a.next(response.cast("a text")).withContext("noted"))
                .await("rest", w -> w.on(Note.class, "read"))
                .step("read", body)
                .build();
    }

    private static String noted(Attempt<String, String> attempt, Class<?> type) {
        return attempt.context(type).orElseThrow().toString();
    }

    private static String event(Attempt<String, String> attempt) {
        return attempt.event(Note.class).orElseThrow().toString();
    }

    private static void assertParked(SimEngine sim, RunId id, String... words) {
        Run run = sim.engine().run(id);
        assertThat(run.status()).isEqualTo(RunStatus.PARKED);
        assertThat(run.condition().reason()).contains(words).contains("register a machine");
    }

    record Note() {}

    /// ENG-21 a run of a machine that is not registered is parked, not lost; ENG-22 it continues by
    /// itself when its machine is registered again.
    @Test
    void parksRunsOfAMachineThatIsNotRegistered() {
        var machine = named("pull").step("work", step("work")).build();
        var other = named("other").step("work", a -> a.next("done")).build();
        SimEngine sim = opened(waiting("rest").build());
        RunId id = sim.call(e -> e.start(waiting("rest").build().start("x")));
        sim.settle();
        reopen(sim, other);
        sim.pass(Duration.ofHours(2));
        Run run = sim.engine().run(id);
        assertThat(run.status().isEnd()).isFalse();
        assertThat(sim.call(e -> e.why(id)).causes())
                .anyMatch(c -> c.kind() == Why.Cause.Kind.MISSING_DEFINITION);
        assertThat(machine.name()).isEqualTo("pull");
        reopen(sim, waiting("rest").build(), other);
        sim.pass(Duration.ofHours(2));
        assertThat(sim.engine().run(id).status()).isEqualTo(RunStatus.COMPLETED);
        sim.close();
    }

    /// ENG-36 a state in which the process dies again and again parks its run; an operator retries.
    @Test
    void parksARunThatKillsTheProcess() {
        var machine =
                named("pull")
                        .step(
                                "work",
                                step("work"),
                                s -> s.recovery(Recovery.repeatBody().crashes(2)))
                        .build();
        Script.check(
                machine,
                """
                start a
                crash
                executing a
                crash
                executing a
                crash
                executing
                is PARKED in work
                why PARKED
                crash
                is PARKED
                retry
                work #4 -> next
                is COMPLETED
                """);
    }

    /// ENG-21 an operator may skip the state of a parked run, send it elsewhere or drop it.
    @Test
    void letsOperatorsDecideAboutParkedRuns() {
        var machine =
                named("pull")
                        .step(
                                "work",
                                step("work"),
                                s -> s.recovery(Recovery.repeatBody().crashes(1)))
                        .step("last", step("last"))
                        .build();
        Script.check(
                machine,
                """
                start a
                start b
                start c
                crash
                crash
                executing
                a is PARKED
                skip a
                a last -> next
                goto last b
                b last -> next
                cancel c
                c is CANCELLED
                """);
    }

    /// E3: the completion of one run does not affect the next one; E4: machines that share a
    /// request type keep their runs apart.
    @Test
    void keepsRunsAndMachinesApartInRecovery() {
        var pull = Script.machine("pull", "one two three");
        var push = Script.machine("push", "one two three");
        Script.of(pull, push)
                .check(
                        """
                        start a
                        start b
                        start c machine push
                        a one -> next
                        a two -> next
                        crash
                        a three CRASH -> next done
                        b one CRASH -> next
                        b two FIRST -> next
                        b three FIRST -> next
                        c one CRASH -> next
                        c two -> next
                        c three -> next
                        """);
    }

    /// A restart reports how the previous process ended and what was recovered.
    @Test
    void leavesACrashReport() throws InterruptedException {
        SimEngine[] process = new SimEngine[1];
        var machine =
                named("slow")
                        .step(
                                "work",
                                a -> {
                                    Instant until = a.now().plusSeconds(60);
                                    process[0].host().await(new Signal(), until);
                                    return a.next("done");
                                })
                        .build();
        SimEngine sim = opened(machine);
        process[0] = sim;
        sim.call(e -> e.start(machine.start("x")));
        sim.pass(Duration.ofSeconds(1));
        sim.restart();
        CrashReport report = sim.call(e -> e.report(Duration.ofMinutes(1))).orElseThrow();
        assertThat(report.crashed()).isTrue();
        assertThat(report.inFlight()).containsExactly(java.util.Map.entry("slow work", 1));
        assertThat(report.repeated()).isEqualTo(1);
        sim.pass(Duration.ofMinutes(2));
        sim.close();
        sim.open();
        CrashReport calm = sim.call(e -> e.report(Duration.ofMinutes(1))).orElseThrow();
        assertThat(calm.crashed()).isFalse();
        assertThat(calm.inFlight()).isEmpty();
        assertThat(StoredDefinitions.reports(sim.store())).hasSizeGreaterThanOrEqualTo(2);
        sim.close();
    }

    /// Bulk orders do exactly what their preview shows.
    @Test
    void doesInBulkWhatThePreviewShowed() {
        var machine = waiting("rest").build();
        SimEngine sim = opened(machine);
        for (int i = 0; i < 4; i++) sim.call(e -> e.start(machine.start("x")));
        sim.settle();
        Filter waiting = Filter.ALL.machine("pull").state("rest");
        Command cancel = new Command.Cancel();
        List<Operators.Plan> preview = sim.call(e -> e.operators().preview(waiting, cancel));
        assertThat(preview).hasSize(4).allMatch(plan -> plan.to() == RunStatus.CANCELLED);
        assertThat(statuses(sim.engine())).containsOnly(RunStatus.WAITING);
        List<Operators.Plan> done = sim.call(e -> e.operators().orderAll(waiting, cancel, ME));
        assertThat(done).isEqualTo(preview);
        assertThat(statuses(sim.engine())).containsOnly(RunStatus.CANCELLED);
        List<Operators.Plan> none =
                sim.call(e -> e.operators().preview(Filter.ALL, new Command.Resume()));
        assertThat(none)
                .hasSize(4)
                .allMatch(plan -> plan.effect() != Operators.Plan.Effect.CHANGES);
        sim.close();
    }

    private static List<RunStatus> statuses(Engine engine) {
        return engine.runs(Filter.ALL, Page.oldest(100)).stream().map(Run::status).toList();
    }
}
