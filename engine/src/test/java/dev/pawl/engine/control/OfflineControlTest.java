package dev.pawl.engine.control;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.pawl.engine.Command;
import dev.pawl.engine.Engine;
import dev.pawl.engine.Explaining;
import dev.pawl.engine.Operators.By;
import dev.pawl.engine.Operators.Plan;
import dev.pawl.engine.QueueSettings;
import dev.pawl.engine.Refused;
import dev.pawl.engine.Submission;
import dev.pawl.engine.Why;
import dev.pawl.engine.control.Reviews.Text;
import dev.pawl.engine.store.Filter;
import dev.pawl.engine.store.MemoryDisk;
import dev.pawl.engine.store.MemoryStore;
import dev.pawl.engine.store.Store;
import dev.pawl.machine.Start;
import dev.pawl.run.HistoryEntry;
import dev.pawl.run.Run;
import dev.pawl.run.RunId;
import dev.pawl.run.RunStatus;
import java.time.Duration;
import java.util.List;
import java.util.function.Supplier;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/// Orders on a store without an engine are durable, and the next engine goes on from them.
class OfflineControlTest {
    private static final Duration PATIENCE = Duration.ofSeconds(30);
    private static final By ANNA = new By("anna", "to see");

    private final MemoryStore store = new MemoryStore();
    private final MemoryDisk disk = store.disk();
    private final Control control =
            Control.offline(() -> MemoryStore.on(disk), () -> MemoryStore.on(disk));
    private RunId id;

    @BeforeEach
    void leaveARunBehind() throws InterruptedException {
        try (Engine engine = Reviews.open(store)) {
            id = Reviews.waiting(engine, "draft");
        }
    }

    @Test
    void aPauseHoldsTheRunInTheNextEngine() {
        assertThat(control.order(id, new Command.Pause(), ANNA).status())
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
        Run run = control.order(id, new Command.Cancel(), ANNA);

        assertThat(run.status()).isEqualTo(RunStatus.CANCELLED);
        assertThat(control.verify()).isEmpty();
    }

    @Test
    void aGoToIsExecutedByTheNextEngineAsAFirstAttemptAndNotAsACrash() throws Exception {
        Run sent = control.order(id, new Command.GoTo("publish"), ANNA);
        assertThat(sent.status()).isEqualTo(RunStatus.BACKING_OFF);
        assertThat(sent.state()).isEqualTo("publish");
        assertThat(control.verify()).isEmpty();

        try (Engine engine = Reviews.open(MemoryStore.on(disk))) {
            assertThat(engine.await(Reviews.REVIEW, id, PATIENCE))
                    .isEqualTo(new Text("draft published"));
            assertThat(engine.report(PATIENCE).orElseThrow().inFlight()).isEmpty();
            assertThat(engine.run(id).progress().crashes()).isZero();
        }
    }

    @Test
    void aForkBeginsInTheNextEngine() throws Exception {
        RunId copy = control.fork(id, "publish", Json.payload("{\"value\":\"new\"}"), ANNA);

        assertThat(control.run(id).status()).isEqualTo(RunStatus.WAITING);
        try (Engine engine = Reviews.open(MemoryStore.on(disk))) {
            assertThat(engine.await(Reviews.REVIEW, copy, PATIENCE))
                    .isEqualTo(new Text("new published"));
            assertThat(engine.run(copy).origin().links().cause()).isEqualTo(id);
        }
    }

    @Test
    void aStartIsBegunByTheNextEngineAsAFirstAttempt() throws Exception {
        Submission asked =
                new Submission("review", Json.payload("{\"value\":\"new\"}"), "k2", "once", null);
        RunId started = control.start(asked);

        assertThat(control.start(asked)).isEqualTo(started);
        assertThat(control.verify()).isEmpty();
        assertThat(control.run(started).data().response()).isNull();
        try (Engine engine = Reviews.open(MemoryStore.on(disk))) {
            Reviews.awaitDecision(engine, started);
            Run prepared = engine.run(started);
            assertThat(prepared.state()).isEqualTo("decide");
            assertThat(prepared.data().response())
                    .isEqualTo(Json.payload("{\"value\":\"new prepared\"}"));
            assertThat(engine.report(PATIENCE).orElseThrow().inFlight()).isEmpty();

            engine.send(started, new Reviews.Approve());
            assertThat(engine.await(Reviews.REVIEW, started, PATIENCE))
                    .isEqualTo(new Text("new published"));
            assertThat(engine.run(started).progress().crashes()).isZero();
        }
    }

    @Test
    void aStartOfAMachineThatIsNotStoredIsRefusedWithTheOnesThatAre() {
        assertThatThrownBy(() ->
                        control.start(
                                new Submission("reveiw", Json.payload("{}"), null, null, null)))
                .isInstanceOf(Refused.UnknownMachine.class)
                .hasMessageContaining("review");
    }

    @Test
    void aSubmissionThatWouldLoseSomethingIsRefused() {
        Start<Text> start = Reviews.REVIEW.start(new Text("x")).key("k").queue("desk", 3);
        assertThat(Submission.of(start).lane()).isEqualTo(start.lane());
        assertThatThrownBy(() -> Submission.of(start.delay(PATIENCE)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("and nothing else");
        assertThatThrownBy(() -> Submission.of(start.label("a", "b")))
                .isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void aPreviewChangesNothingAndAnOrderToAllDoes() {
        assertThat(control.preview(Filter.ALL.live(), new Command.Cancel()))
                .extracting(Plan::to)
                .containsExactly(RunStatus.CANCELLED);
        assertThat(control.run(id).status()).isEqualTo(RunStatus.WAITING);

        assertThat(control.orderAll(Filter.ALL.live(), new Command.Cancel(), ANNA)).hasSize(1);

        assertThat(control.count(Filter.ALL.live())).isZero();
    }

    @Test
    void aRefusalIsTheEnginesOwn() {
        assertThatThrownBy(() -> control.order(id, new Command.RetryNow(), ANNA))
                .isInstanceOf(Refused.class)
                .hasMessageContaining("cannot retry run " + id);
        assertThatThrownBy(() -> control.order(new RunId(1), new Command.Cancel(), ANNA))
                .isInstanceOf(Refused.UnknownRun.class);
        assertThatThrownBy(() -> control.fork(id, "nowhere", null, ANNA))
                .hasMessageContaining("nowhere");
    }

    @Test
    void whySaysThatNobodyMovesIt() {
        assertThat(control.why(id).causes())
                .extracting(Why.Cause::kind)
                .containsExactly(Why.Cause.Kind.NO_ENGINE, Why.Cause.Kind.EVENT);
    }

    @Test
    void whatASystemKnowsComesBeforeWhatTheEngineKnows() {
        Explaining system =
                (run, _) ->
                        List.of(
                                new Why.Cause(
                                        Why.Cause.Kind.DEPENDENCY,
                                        "no paper for " + run.key(),
                                        id));
        Explaining without = (_, store) -> store.query("select 1 from desks", row -> null);
        Supplier<Store> opening = () -> MemoryStore.on(disk);
        Control knowing = Control.offline(opening, opening, without, system);
        assertThat(knowing.why(id).causes())
                .extracting(Why.Cause::kind)
                .containsExactly(
                        Why.Cause.Kind.NO_ENGINE, Why.Cause.Kind.DEPENDENCY, Why.Cause.Kind.EVENT);
        assertThat(knowing.why(id).text()).contains("no paper for draft");
    }

    @Test
    void queuesAreSetForTheNextEngine() {
        control.resizeQueue("desk", 9);
        control.pauseQueue("desk", true);

        assertThat(control.queues())
                .containsExactly(
                        new QueueView(
                                QueueSettings.of("desk", 9).paused(true),
                                0,
                                0,
                                QueueSettings.of("desk", 2)));
        try (Engine engine = Reviews.open(MemoryStore.on(disk))) {
            assertThat(engine.queues().settings("desk").concurrency()).isEqualTo(9);
        }
        assertThatThrownBy(() -> control.pauseQueue("nope", true))
                .isInstanceOf(Refused.UnknownQueue.class);
    }

    @Test
    void readsShowWhatTheEngineLeft() {
        assertThat(control.liveness()).isEqualTo(Liveness.NONE);
        assertThat(control.definitions()).containsExactly(Reviews.REVIEW.definition());
        assertThat(control.history(id, 0, 10)).isNotEmpty();
        assertThat(control.tally()).hasSize(1);
        assertThat(control.pools()).isEmpty();
        assertThat(control.schedules()).isEmpty();
        assertThat(control.verify()).isEmpty();
    }
}
