package dev.pawl.engine.control;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.pawl.engine.CauseProvider;
import dev.pawl.engine.Command;
import dev.pawl.engine.Engine;
import dev.pawl.engine.Operators.By;
import dev.pawl.engine.Operators.Plan;
import dev.pawl.engine.QueueSettings;
import dev.pawl.engine.Refused;
import dev.pawl.engine.Submission;
import dev.pawl.engine.Why;
import dev.pawl.engine.control.ControlRequest.CommandRun;
import dev.pawl.engine.control.ControlRequest.CommandRuns;
import dev.pawl.engine.control.ControlRequest.CountRuns;
import dev.pawl.engine.control.ControlRequest.ForkRun;
import dev.pawl.engine.control.ControlRequest.GetLiveness;
import dev.pawl.engine.control.ControlRequest.GetRun;
import dev.pawl.engine.control.ControlRequest.GetWhy;
import dev.pawl.engine.control.ControlRequest.ListDefinitions;
import dev.pawl.engine.control.ControlRequest.ListHistory;
import dev.pawl.engine.control.ControlRequest.ListPools;
import dev.pawl.engine.control.ControlRequest.ListQueues;
import dev.pawl.engine.control.ControlRequest.ListSchedules;
import dev.pawl.engine.control.ControlRequest.PauseQueue;
import dev.pawl.engine.control.ControlRequest.PreviewCommand;
import dev.pawl.engine.control.ControlRequest.ResizeQueue;
import dev.pawl.engine.control.ControlRequest.StartRun;
import dev.pawl.engine.control.ControlRequest.TallyRuns;
import dev.pawl.engine.control.ControlRequest.VerifyStore;
import dev.pawl.engine.control.Reviews.Text;
import dev.pawl.engine.store.Filter;
import dev.pawl.engine.store.Store;
import dev.pawl.machine.Start;
import dev.pawl.run.HistoryEntry;
import dev.pawl.run.Run;
import dev.pawl.run.RunId;
import dev.pawl.run.RunStatus;
import dev.pawl.testkit.memory.MemoryDisk;
import dev.pawl.testkit.memory.MemoryStore;
import java.time.Duration;
import java.util.List;
import java.util.function.Supplier;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/// Orders on a store without an engine are durable, and the next engine continues from them.
class OfflineControlTest {
    private static final Duration TIMEOUT = Duration.ofSeconds(30);
    private static final By ANNA = new By("anna", "to see");

    private final MemoryStore store = new MemoryStore();
    private final MemoryDisk disk = store.disk();
    private final Control control =
            Control.offline(() -> MemoryStore.on(disk), () -> MemoryStore.on(disk));
    private RunId id;

    @BeforeEach
    void startARunAndCloseTheEngine() throws InterruptedException {
        try (Engine engine = Reviews.open(store)) {
            id = Reviews.waiting(engine, "draft");
        }
    }

    @Test
    void aPausedRunStaysPausedInTheNextEngine() {
        assertThat(control.execute(new CommandRun(id, new Command.Pause(), ANNA)).status())
                .isEqualTo(RunStatus.PAUSED);

        try (Engine engine = Reviews.open(MemoryStore.on(disk))) {
            assertThat(engine.run(id).status()).isEqualTo(RunStatus.PAUSED);
            assertThat(engine.history(id, 0, 100).getLast())
                    .extracting(HistoryEntry::actor, HistoryEntry::detail)
                    .containsExactly("anna", "to see");
        }
    }

    @Test
    void aCancelEndsTheRun() {
        Run run = control.execute(new CommandRun(id, new Command.Cancel(), ANNA));

        assertThat(run.status()).isEqualTo(RunStatus.CANCELLED);
        assertThat(control.execute(new VerifyStore())).isEmpty();
    }

    @Test
    void theNextEngineExecutesAGoToAsAFirstAttempt() throws Exception {
        Run sent = control.execute(new CommandRun(id, new Command.GoTo("publish"), ANNA));
        assertThat(sent.status()).isEqualTo(RunStatus.BACKING_OFF);
        assertThat(sent.state()).isEqualTo("publish");
        assertThat(control.execute(new VerifyStore())).isEmpty();

        try (Engine engine = Reviews.open(MemoryStore.on(disk))) {
            assertThat(engine.await(Reviews.REVIEW, id, TIMEOUT))
                    .isEqualTo(new Text("draft published"));
            assertThat(engine.report(TIMEOUT).orElseThrow().inFlight()).isEmpty();
            assertThat(engine.run(id).progress().crashes()).isZero();
        }
    }

    @Test
    void theNextEngineStartsAFork() throws Exception {
        RunId copy =
                control.execute(
                        new ForkRun(id, "publish", Json.payload("{\"value\":\"new\"}"), ANNA));

        assertThat(control.execute(new GetRun(id)).status()).isEqualTo(RunStatus.WAITING);
        try (Engine engine = Reviews.open(MemoryStore.on(disk))) {
            assertThat(engine.await(Reviews.REVIEW, copy, TIMEOUT))
                    .isEqualTo(new Text("new published"));
            assertThat(engine.run(copy).origin().links().cause()).isEqualTo(id);
        }
    }

    @Test
    void theNextEngineExecutesAStartAsAFirstAttempt() throws Exception {
        Submission asked =
                new Submission("review", Json.payload("{\"value\":\"new\"}"), "k2", "once", null);
        RunId started = control.execute(new StartRun(asked));

        assertThat(control.execute(new StartRun(asked))).isEqualTo(started);
        assertThat(control.execute(new VerifyStore())).isEmpty();
        assertThat(control.execute(new GetRun(started)).data().response()).isNull();
        try (Engine engine = Reviews.open(MemoryStore.on(disk))) {
            Reviews.awaitDecision(engine, started);
            Run prepared = engine.run(started);
            assertThat(prepared.state()).isEqualTo("decide");
            assertThat(prepared.data().response())
                    .isEqualTo(Json.payload("{\"value\":\"new prepared\"}"));
            assertThat(engine.report(TIMEOUT).orElseThrow().inFlight()).isEmpty();

            engine.send(started, new Reviews.Approve());
            assertThat(engine.await(Reviews.REVIEW, started, TIMEOUT))
                    .isEqualTo(new Text("new published"));
            assertThat(engine.run(started).progress().crashes()).isZero();
        }
    }

    @Test
    void aStartOfAnUnknownMachineIsRefusedWithTheKnownOnes() {
        assertThatThrownBy(() ->
                        control.execute(
                                new StartRun(
                                        new Submission(
                                                "reveiw", Json.payload("{}"), null, null, null))))
                .isInstanceOf(Refused.UnknownMachine.class)
                .hasMessageContaining("review");
    }

    @Test
    void aSubmissionThatWouldLoseAnOptionIsRefused() {
        Start<Text> start = Reviews.REVIEW.start(new Text("x")).key("k").queue("desk", 3);
        assertThat(Submission.of(start).queuePlace()).isEqualTo(start.queuePlace());
        assertThatThrownBy(() -> Submission.of(start.delay(TIMEOUT)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("and nothing else");
        assertThatThrownBy(() -> Submission.of(start.label("a", "b")))
                .isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void aPreviewChangesNothingButAnOrderToAllDoes() {
        assertThat(control.execute(new PreviewCommand(Filter.ALL.live(), new Command.Cancel())))
                .extracting(Plan::to)
                .containsExactly(RunStatus.CANCELLED);
        assertThat(control.execute(new GetRun(id)).status()).isEqualTo(RunStatus.WAITING);

        assertThat(control.execute(new CommandRuns(Filter.ALL.live(), new Command.Cancel(), ANNA)))
                .hasSize(1);

        assertThat(control.execute(new CountRuns(Filter.ALL.live()))).isZero();
    }

    @Test
    void refusalsAreThoseOfTheEngine() {
        assertThatThrownBy(() -> control.execute(new CommandRun(id, new Command.RetryNow(), ANNA)))
                .isInstanceOf(Refused.class)
                .hasMessageContaining("cannot retry run " + id);
        assertThatThrownBy(() ->
                        control.execute(new CommandRun(new RunId(1), new Command.Cancel(), ANNA)))
                .isInstanceOf(Refused.UnknownRun.class);
        assertThatThrownBy(() -> control.execute(new ForkRun(id, "nowhere", null, ANNA)))
                .hasMessageContaining("nowhere");
    }

    @Test
    void anEndedRunRefusesEveryOrder() {
        Run ended = control.execute(new CommandRun(id, new Command.Cancel(), ANNA));
        for (Command command : Reviews.COMMANDS) {
            Refused offline = Reviews.refusal(control, id, command);
            assertThat(offline).isInstanceOf(Refused.Ended.class);
            MemoryStore next = MemoryStore.on(disk);
            try (Engine engine = Reviews.open(next)) {
                assertThat(offline)
                        .hasMessage(Reviews.refusal(Control.of(engine), id, command).getMessage());
            }
        }
        assertThat(control.execute(new GetRun(id))).isEqualTo(ended);
        assertThat(control.execute(new CommandRuns(Filter.ALL, new Command.Cancel(), ANNA)))
                .extracting(Plan::effect)
                .containsExactly(Plan.Effect.REFUSED);
    }

    @Test
    void whySaysThatNoEngineIsOpen() {
        assertThat(control.execute(new GetWhy(id)).causes())
                .extracting(Why.Cause::kind)
                .containsExactly(Why.Cause.Kind.NO_ENGINE, Why.Cause.Kind.EVENT);
    }

    @Test
    void causesOfASystemComeBeforeThoseOfTheEngine() {
        CauseProvider system =
                (run, _) ->
                        List.of(
                                new Why.Cause(
                                        Why.Cause.Kind.DEPENDENCY,
                                        "no paper for " + run.key(),
                                        id));
        CauseProvider without = (_, store) -> store.query("select 1 from desks", row -> null);
        Supplier<Store> opening = () -> MemoryStore.on(disk);
        Control knowing = Control.offline(opening, opening, without, system);
        assertThat(knowing.execute(new GetWhy(id)).causes())
                .extracting(Why.Cause::kind)
                .containsExactly(
                        Why.Cause.Kind.NO_ENGINE, Why.Cause.Kind.DEPENDENCY, Why.Cause.Kind.EVENT);
        assertThat(knowing.execute(new GetWhy(id)).text()).contains("no paper for draft");
    }

    @Test
    void queueSettingsApplyToTheNextEngine() {
        control.execute(new ResizeQueue("desk", 9));
        control.execute(new PauseQueue("desk", true));

        assertThat(control.execute(new ListQueues()))
                .containsExactly(
                        new QueueView(
                                QueueSettings.of("desk", 9).paused(true),
                                0,
                                0,
                                QueueSettings.of("desk", 2)));
        try (Engine engine = Reviews.open(MemoryStore.on(disk))) {
            assertThat(engine.queues().settings("desk").concurrency()).isEqualTo(9);
        }
        assertThatThrownBy(() -> control.execute(new PauseQueue("nope", true)))
                .isInstanceOf(Refused.UnknownQueue.class);
    }

    @Test
    void readsShowTheStoredRuns() {
        assertThat(control.execute(new GetLiveness())).isEqualTo(Liveness.NONE);
        assertThat(control.execute(new ListDefinitions()))
                .containsExactly(Reviews.REVIEW.definition());
        assertThat(control.execute(new ListHistory(id, 0, 10))).isNotEmpty();
        assertThat(control.execute(new TallyRuns())).hasSize(1);
        assertThat(control.execute(new ListPools())).isEmpty();
        assertThat(control.execute(new ListSchedules())).isEmpty();
        assertThat(control.execute(new VerifyStore())).isEmpty();
    }
}
