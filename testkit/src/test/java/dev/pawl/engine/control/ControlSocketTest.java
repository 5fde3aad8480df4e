package dev.pawl.engine.control;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.pawl.engine.Command;
import dev.pawl.engine.CrashReport;
import dev.pawl.engine.Engine;
import dev.pawl.engine.Lease;
import dev.pawl.engine.Operators.By;
import dev.pawl.engine.Operators.Plan;
import dev.pawl.engine.PoolSettings;
import dev.pawl.engine.QueueSettings;
import dev.pawl.engine.Refused;
import dev.pawl.engine.Submission;
import dev.pawl.engine.control.ControlRequest.ChangeQueue;
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
import dev.pawl.engine.control.ControlRequest.ListReports;
import dev.pawl.engine.control.ControlRequest.ListRuns;
import dev.pawl.engine.control.ControlRequest.ListSchedules;
import dev.pawl.engine.control.ControlRequest.PauseQueue;
import dev.pawl.engine.control.ControlRequest.PauseSchedule;
import dev.pawl.engine.control.ControlRequest.PreviewCommand;
import dev.pawl.engine.control.ControlRequest.ReleasePermits;
import dev.pawl.engine.control.ControlRequest.ResizeQueue;
import dev.pawl.engine.control.ControlRequest.SetQueue;
import dev.pawl.engine.control.ControlRequest.StartRun;
import dev.pawl.engine.control.ControlRequest.TallyRuns;
import dev.pawl.engine.control.ControlRequest.VerifyStore;
import dev.pawl.engine.control.Reviews.Text;
import dev.pawl.engine.store.Commit;
import dev.pawl.engine.store.Filter;
import dev.pawl.engine.store.NamedDocument;
import dev.pawl.engine.store.Page;
import dev.pawl.machine.Definition;
import dev.pawl.machine.JsonCodec;
import dev.pawl.run.HistoryEntry;
import dev.pawl.run.Run;
import dev.pawl.run.RunId;
import dev.pawl.run.RunStatus;
import dev.pawl.testkit.memory.MemoryStore;
import java.io.IOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.ServerSocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// An engine answers on a socket in its home directory.
class ControlSocketTest {
    private static final By ANNA = new By("anna", "to see");

    @TempDir Path home;

    private final MemoryStore store = new MemoryStore();
    private final Engine engine = Reviews.open(store);
    private ControlServer server;

    @BeforeEach
    void open() {
        server = ControlServer.open(home, Control.of(engine));
    }

    @AfterEach
    void close() {
        server.close();
        engine.close();
    }

    @Test
    void onlyTheOwnerMayConnect() throws IOException {
        var mode = Files.getPosixFilePermissions(home.resolve("control.sock"));

        assertThat(PosixFilePermissions.toString(mode)).isEqualTo("rw-------");
        try (var files = Files.list(home)) {
            assertThat(files).containsExactly(home.resolve("control.sock"));
        }
    }

    @Test
    void anErrorInARequestDoesNotAffectTheNextOne() throws Exception {
        Path other = Files.createDirectory(home.resolve("other"));
        RunId id = waiting("k");
        try (ControlServer served =
                        ControlServer.open(other, new FailingControl(Control.of(engine)));
                ControlClient client = ControlClient.connect(other).orElseThrow()) {
            assertThat(served).isNotNull();
            assertThatThrownBy(() -> client.execute(new GetWhy(id)))
                    .isInstanceOf(ControlException.class)
                    .hasMessageContaining("StackOverflowError: injected");
            assertThat(client.execute(new GetRun(id)).id()).isEqualTo(id);
        }
    }

    @Test
    void everyReadReturnsWhatTheEngineReturns() throws Exception {
        RunId id = waiting("a/b \"#\" 😀");
        try (ControlClient client = client()) {
            assertThat(client.execute(new GetLiveness()).pid())
                    .isEqualTo(ProcessHandle.current().pid());
            assertThat(client.execute(new GetRun(id))).isEqualTo(engine.run(id));
            assertThat(client.execute(new ListHistory(id, 0, 100)))
                    .isEqualTo(engine.history(id, 0, 100));
            assertThat(client.execute(new GetWhy(id))).isEqualTo(engine.why(id));
            assertThat(client.execute(new CountRuns(Filter.ALL))).isEqualTo(1);
            assertThat(client.execute(new TallyRuns())).isEqualTo(engine.tally());
            assertThat(client.execute(new ListDefinitions()))
                    .containsExactly(Reviews.REVIEW.definition());
            assertThat(client.execute(new ListDefinitions()).getFirst().ref())
                    .isEqualTo(Reviews.REVIEW.ref());
            assertThat(client.execute(new ListQueues()))
                    .containsExactly(new QueueView(QueueSettings.of("desk", 2), 0, 0, null));
            assertThat(client.execute(new ListPools())).isEmpty();
            assertThat(client.execute(new ListSchedules())).isEmpty();
            assertThat(client.execute(new ListReports())).isEqualTo(engineReports());
            assertThat(client.execute(new VerifyStore())).isEmpty();
        }
    }

    @Test
    void aListingLeavesOutTheDataOfRuns() throws Exception {
        RunId id = waiting("k");
        try (ControlClient client = client()) {
            Run listed = client.execute(new ListRuns(Filter.ALL, Page.newest(10))).getFirst();

            assertThat(listed.id()).isEqualTo(id);
            assertThat(listed.condition()).isEqualTo(engine.run(id).condition());
            assertThat(listed.origin().request().size()).isZero();
            assertThat(listed.data().response()).isNull();
        }
    }

    @Test
    void ordersAreCarriedOut() throws Exception {
        RunId id = waiting("k");
        try (ControlClient client = client()) {
            assertThat(client.execute(new PreviewCommand(Filter.ALL.live(), new Command.Pause())))
                    .extracting(Plan::effect)
                    .containsExactly(Plan.Effect.CHANGES);
            assertThat(client.execute(new CommandRun(id, new Command.Pause(), ANNA)).status())
                    .isEqualTo(RunStatus.PAUSED);
            assertThat(
                            client.execute(
                                    new CommandRuns(Filter.ALL.live(), new Command.Resume(), ANNA)))
                    .extracting(Plan::to)
                    .containsExactly(RunStatus.WAITING);
            RunId copy =
                    client.execute(
                            new ForkRun(
                                    id, "publish", Json.payload("{\"value\":\"other\"}"), ANNA));
            assertThat(engine.await(Reviews.REVIEW, copy, Duration.ofSeconds(30)))
                    .isEqualTo(new Text("other published"));
            client.execute(new CommandRun(id, new Command.GoTo("publish"), ANNA));
            assertThat(engine.await(Reviews.REVIEW, id, Duration.ofSeconds(30)))
                    .isEqualTo(new Text("k published"));
        }
        assertThat(engine.history(id, 0, 100))
                .filteredOn(entry -> entry.actor().equals("anna"))
                .extracting(HistoryEntry::kind)
                .startsWith(HistoryEntry.Kind.PAUSED, HistoryEntry.Kind.RESUMED);
    }

    @Test
    void aRunIsStarted() throws Exception {
        try (ControlClient client = client()) {
            Submission asked =
                    new Submission("review", Json.payload("{\"value\":\"x\"}"), "x", null, null);
            RunId id = client.execute(new StartRun(asked));
            client.execute(new CommandRun(id, new Command.GoTo("publish"), ANNA));
            assertThat(engine.await(Reviews.REVIEW, id, Duration.ofSeconds(30)))
                    .isEqualTo(new Text("x published"));
            assertThatThrownBy(() ->
                            client.execute(
                                    new StartRun(
                                            new Submission(
                                                    "review",
                                                    Json.payload("[1]"),
                                                    null,
                                                    null,
                                                    null))))
                    .isInstanceOf(ControlException.class)
                    .hasMessageContaining("the request for review cannot be read as Text");
        }
    }

    @Test
    void queuesAreChanged() {
        try (ControlClient client = client()) {
            client.execute(new ResizeQueue("desk", 5));
            client.execute(new PauseQueue("desk", true));
            client.execute(
                    new SetQueue(QueueSettings.of("more", 1).rate(3, Duration.ofMinutes(1))));
            client.execute(new ChangeQueue("desk", null, 2, null, null));
            client.execute(new ChangeQueue("fresh", 7, null, 3, Duration.ofMinutes(1)));
        }

        assertThat(engine.queues().all())
                .containsExactly(
                        QueueSettings.of("desk", 5).perKey(2).paused(true),
                        QueueSettings.of("fresh", 7).rate(3, Duration.ofMinutes(1)),
                        QueueSettings.of("more", 1).rate(3, Duration.ofMinutes(1)));
    }

    @Test
    void whatDoesNotExistIsReportedAsNotFound() {
        RunId missing = new RunId(7);
        try (ControlClient client = client()) {
            assertError(
                    () -> client.execute(new GetRun(missing)),
                    ControlException.Kind.NOT_FOUND,
                    "no run");
            assertError(
                    () -> client.execute(new ListHistory(missing, 0, 10)),
                    ControlException.Kind.NOT_FOUND,
                    "no run");
            assertError(
                    () -> client.execute(new PauseQueue("nope", true)),
                    ControlException.Kind.NOT_FOUND,
                    "no queue 'nope' (has: desk)");
            assertError(
                    () -> client.execute(new PauseSchedule("nope", true)),
                    ControlException.Kind.NOT_FOUND,
                    "no schedule 'nope' (has: none)");
        }
    }

    @Test
    void aRefusalOfTheEngineIsReported() throws Exception {
        RunId id = waiting("k");
        try (ControlClient client = client()) {
            assertError(
                    () -> client.execute(new CommandRun(id, new Command.GoTo("nowhere"), ANNA)),
                    ControlException.Kind.REFUSED,
                    "(has: prepare, decide, publish, complete) has no such state");
            assertError(
                    () -> client.execute(new CommandRun(id, new Command.RetryNow(), ANNA)),
                    ControlException.Kind.REFUSED,
                    "cannot retry");
        }
    }

    @Test
    void anEndedRunRefusesEveryOrderWithTheMessageOfTheEngine() throws Exception {
        RunId id = waiting("k");
        engine.send(id, new Reviews.Approve());
        engine.await(Reviews.REVIEW, id, Duration.ofSeconds(30));
        Run ended = engine.run(id);
        try (ControlClient client = client()) {
            for (Command command : Reviews.COMMANDS) {
                Refused own = Reviews.refusal(Control.of(engine), id, command);
                assertThat(own).isInstanceOf(Refused.Ended.class);
                assertThatThrownBy(() -> client.execute(new CommandRun(id, command, ANNA)))
                        .isInstanceOfSatisfying(
                                ControlException.class,
                                e -> assertThat(e.kind()).isEqualTo(ControlException.kindOf(own)))
                        .hasMessage(own.getMessage());
            }
        }
        assertThat(engine.run(id)).isEqualTo(ended);
    }

    @Test
    void anUnknownLeaseIsNotFreed() {
        engine.pools().set(new PoolSettings("press", 3));
        Lease lease = new Lease("press", "outside", 2, 7, null, null);
        NamedDocument document =
                new NamedDocument(
                        NamedDocument.Kind.PERMIT, "press/outside", JsonCodec.JSON.encode(lease));
        store.commit(Commit.of(document));
        try (ControlClient client = client()) {
            assertError(
                    () -> client.execute(new ReleasePermits("press", "outside")),
                    ControlException.Kind.REFUSED,
                    "'outside' holds no permits of pool 'press' (held by: none)");
        }
        assertThat(store.document(NamedDocument.Kind.PERMIT, "press/outside")).contains(document);
    }

    @Test
    void theSocketOfACrashedProcessIsReplaced() throws IOException {
        server.close();
        Path file = home.resolve("control.sock");
        try (var left = ServerSocketChannel.open(StandardProtocolFamily.UNIX)) {
            left.bind(UnixDomainSocketAddress.of(file));
        }
        assertThat(file).exists();
        assertThat(ControlClient.connect(home)).isEmpty();

        server = ControlServer.open(home, Control.of(engine));

        try (ControlClient client = client()) {
            assertThat(client.execute(new GetLiveness()).live()).isTrue();
        }
    }

    @Test
    void aSocketThatAnswersIsNotReplaced() {
        assertThatThrownBy(() -> ControlServer.open(home, Control.of(engine)))
                .isInstanceOf(ControlException.class)
                .hasMessageContaining("an engine is already open in " + home);
        try (ControlClient client = client()) {
            assertThat(client.execute(new GetLiveness()).live()).isTrue();
        }
    }

    @Test
    void aClosedServerRemovesItsSocket() {
        ControlClient client = client();
        assertThat(client.execute(new CountRuns(Filter.ALL))).isZero();

        server.close();

        assertThat(home).isEmptyDirectory();
        assertThat(ControlClient.connect(home)).isEmpty();
        assertError(
                () -> client.execute(new CountRuns(Filter.ALL)),
                ControlException.Kind.GONE,
                "closed the connection");
        client.close();
    }

    @Test
    void aHomeWithALongPathWorks() throws IOException {
        Path deep = Files.createDirectories(home.resolve("d".repeat(90)).resolve("e".repeat(90)));
        try (ControlServer far = ControlServer.open(deep, Control.of(engine));
                ControlClient client = ControlClient.connect(deep).orElseThrow()) {
            assertThat(client.execute(new GetLiveness()).live()).isTrue();
            assertThat(deep.resolve("control.sock")).exists();
            assertThat(far).isNotNull();
        }
    }

    @Test
    void aDefinitionIsSentCompletely() {
        Definition definition = Reviews.REVIEW.definition();
        try (ControlClient client = client()) {
            assertThat(client.execute(new ListDefinitions()).getFirst().edges())
                    .isEqualTo(definition.edges());
        }
    }

    private List<CrashReport> engineReports() throws InterruptedException {
        return List.of(engine.report(Duration.ofSeconds(30)).orElseThrow());
    }

    private RunId waiting(String key) throws InterruptedException {
        assertThat(engine.report(Duration.ofSeconds(30))).isPresent();
        return Reviews.waiting(engine, key);
    }

    private ControlClient client() {
        return ControlClient.connect(home).orElseThrow();
    }

    private static void assertError(Runnable ask, ControlException.Kind kind, String message) {
        assertThatThrownBy(ask::run)
                .isInstanceOfSatisfying(
                        ControlException.class,
                        e -> {
                            assertThat(e.kind()).isEqualTo(kind);
                            assertThat(e).hasMessageContaining(message);
                        });
    }

    /// Fails with an error whenever it is asked why.
    private record FailingControl(Control control) implements Control {
        @Override
        public <R> R execute(ControlRequest<R> request) {
            if (request instanceof GetWhy) throw new StackOverflowError("injected");
            return control.execute(request);
        }

        @Override
        public void close() {
            control.close();
        }
    }
}
