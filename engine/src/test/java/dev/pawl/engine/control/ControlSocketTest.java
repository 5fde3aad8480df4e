package dev.pawl.engine.control;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.pawl.engine.Command;
import dev.pawl.engine.CrashReport;
import dev.pawl.engine.Engine;
import dev.pawl.engine.Explaining;
import dev.pawl.engine.Operators.By;
import dev.pawl.engine.Operators.Plan;
import dev.pawl.engine.QueueSettings;
import dev.pawl.engine.Submission;
import dev.pawl.engine.control.Reviews.Text;
import dev.pawl.engine.store.Filter;
import dev.pawl.engine.store.MemoryStore;
import dev.pawl.engine.store.Page;
import dev.pawl.machine.Definition;
import dev.pawl.run.HistoryEntry;
import dev.pawl.run.Run;
import dev.pawl.run.RunId;
import dev.pawl.run.RunStatus;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.Channels;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
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
        server = ControlServer.open(home, Control.of(engine, store));
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
    void anErrorInARequestIsItsAnswerAndTheNextOneIsAnswered() throws Exception {
        Explaining failing =
                (_, _) -> {
                    throw new StackOverflowError("injected");
                };
        Path other = Files.createDirectory(home.resolve("other"));
        MemoryStore failingStore = new MemoryStore();
        try (Engine explained =
                        Engine.open(
                                failingStore,
                                options -> options.machines(Reviews.REVIEW).explaining(failing));
                ControlServer served =
                        ControlServer.open(other, Control.of(explained, failingStore));
                ControlClient client = ControlClient.connect(other).orElseThrow()) {
            assertThat(served).isNotNull();
            RunId id = explained.start(Reviews.REVIEW.start(new Text("a")));
            assertThatThrownBy(() -> client.why(id))
                    .isInstanceOf(ControlException.class)
                    .hasMessageContaining("StackOverflowError: injected");
            assertThat(client.run(id).id()).isEqualTo(id);
        }
    }

    @Test
    void everyQuestionIsAnsweredAsTheEngineWould() throws Exception {
        RunId id = waiting("a/b \"#\" 😀");
        try (ControlClient client = client()) {
            assertThat(client.liveness().pid()).isEqualTo(ProcessHandle.current().pid());
            assertThat(client.run(id)).isEqualTo(engine.run(id));
            assertThat(client.history(id, 0, 100)).isEqualTo(engine.history(id, 0, 100));
            assertThat(client.why(id)).isEqualTo(engine.why(id));
            assertThat(client.count(Filter.ALL)).isEqualTo(1);
            assertThat(client.tally()).isEqualTo(engine.tally());
            assertThat(client.definitions()).containsExactly(Reviews.REVIEW.definition());
            assertThat(client.definitions().getFirst().ref()).isEqualTo(Reviews.REVIEW.ref());
            assertThat(client.queues())
                    .containsExactly(new QueueView(QueueSettings.of("desk", 2), 0, 0, null));
            assertThat(client.pools()).isEmpty();
            assertThat(client.schedules()).isEmpty();
            assertThat(client.reports()).isEqualTo(engineReports());
            assertThat(client.verify()).isEmpty();
        }
    }

    @Test
    void aListingLeavesOutWhatRunsCarry() throws Exception {
        RunId id = waiting("k");
        try (ControlClient client = client()) {
            Run listed = client.runs(Filter.ALL, Page.newest(10)).getFirst();

            assertThat(listed.id()).isEqualTo(id);
            assertThat(listed.condition()).isEqualTo(engine.run(id).condition());
            assertThat(listed.origin().request().size()).isZero();
            assertThat(listed.data().response()).isNull();
        }
    }

    @Test
    void ordersAreGivenFromOutside() throws Exception {
        RunId id = waiting("k");
        try (ControlClient client = client()) {
            assertThat(client.preview(Filter.ALL.live(), new Command.Pause()))
                    .extracting(Plan::effect)
                    .containsExactly(Plan.Effect.CHANGES);
            assertThat(client.order(id, new Command.Pause(), ANNA).status())
                    .isEqualTo(RunStatus.PAUSED);
            assertThat(client.orderAll(Filter.ALL.live(), new Command.Resume(), ANNA))
                    .extracting(Plan::to)
                    .containsExactly(RunStatus.WAITING);
            RunId copy = client.fork(id, "publish", Json.payload("{\"value\":\"other\"}"), ANNA);
            assertThat(engine.await(Reviews.REVIEW, copy, Duration.ofSeconds(30)))
                    .isEqualTo(new Text("other published"));
            client.order(id, new Command.GoTo("publish"), ANNA);
            assertThat(engine.await(Reviews.REVIEW, id, Duration.ofSeconds(30)))
                    .isEqualTo(new Text("k published"));
        }
        assertThat(engine.history(id, 0, 100))
                .filteredOn(entry -> entry.actor().equals("anna"))
                .extracting(HistoryEntry::kind)
                .startsWith(HistoryEntry.Kind.PAUSED, HistoryEntry.Kind.RESUMED);
    }

    @Test
    void aRunIsStartedFromOutside() throws Exception {
        try (ControlClient client = client()) {
            Submission asked =
                    new Submission("review", Json.payload("{\"value\":\"x\"}"), "x", null, null);
            RunId id = client.start(asked);
            client.order(id, new Command.GoTo("publish"), ANNA);
            assertThat(engine.await(Reviews.REVIEW, id, Duration.ofSeconds(30)))
                    .isEqualTo(new Text("x published"));
            assertThatThrownBy(() ->
                            client.start(
                                    new Submission(
                                            "review", Json.payload("[1]"), null, null, null)))
                    .isInstanceOf(ControlException.class)
                    .hasMessageContaining("the request for review is no Text");
        }
    }

    @Test
    void queuesAreChangedFromOutside() {
        try (ControlClient client = client()) {
            client.resizeQueue("desk", 5);
            client.pauseQueue("desk", true);
            client.setQueue(QueueSettings.of("more", 1).rate(3, Duration.ofMinutes(1)));
        }

        assertThat(engine.queues().all())
                .containsExactly(
                        QueueSettings.of("desk", 5).paused(true),
                        QueueSettings.of("more", 1).rate(3, Duration.ofMinutes(1)));
    }

    @Test
    void whatIsNotThereIsSaidToBeMissing() {
        RunId nobody = new RunId(7);
        try (ControlClient client = client()) {
            assertTrouble(() -> client.run(nobody), ControlException.Kind.NOT_FOUND, "no run");
            assertTrouble(
                    () -> client.history(nobody, 0, 10), ControlException.Kind.NOT_FOUND, "no run");
            assertTrouble(
                    () -> client.pauseQueue("nope", true),
                    ControlException.Kind.NOT_FOUND,
                    "no queue 'nope' (has: desk)");
            assertTrouble(
                    () -> client.pauseSchedule("nope", true),
                    ControlException.Kind.NOT_FOUND,
                    "no schedule 'nope' (has: none)");
        }
    }

    @Test
    void whatCannotBeDoneIsRefused() throws Exception {
        RunId id = waiting("k");
        try (ControlClient client = client()) {
            assertTrouble(
                    () -> client.order(id, new Command.GoTo("nowhere"), ANNA),
                    ControlException.Kind.REFUSED,
                    "(has: prepare, decide, publish, complete) has no such state");
            assertTrouble(
                    () -> client.order(id, new Command.RetryNow(), ANNA),
                    ControlException.Kind.REFUSED,
                    "cannot retry");
        }
    }

    @Test
    void aRequestThatIsNoneEndsItselfAlone() throws IOException {
        assertThat(raw("rubbish")).contains("BAD_REQUEST").contains("rubbish");
        assertThat(raw("{\"op\":\"format-disk\"}")).contains("BAD_REQUEST").contains("format-disk");
        assertThat(raw("{\"op\":\"run\"}")).contains("BAD_REQUEST").contains("id");
        assertThat(raw("{\"op\":\"run\",\"id\":\"x\"}")).contains("BAD_REQUEST");
        assertThat(raw("{\"op\":\"tally\",\"more\":1}")).contains("BAD_REQUEST").contains("more");
        assertThat(raw("{\"op\":\"tally\"}")).isEqualTo("{\"answer\":[],\"error\":null}");
    }

    @Test
    void aRequestHasABound() throws IOException {
        assertThat(raw("x".repeat(ControlServer.REQUEST_BYTES_MAX + 1)))
                .contains("BAD_REQUEST")
                .contains("at most");
    }

    @Test
    void aSocketThatADeadProcessLeftIsReplaced() throws IOException {
        server.close();
        Path file = home.resolve("control.sock");
        try (var left = ServerSocketChannel.open(StandardProtocolFamily.UNIX)) {
            left.bind(UnixDomainSocketAddress.of(file));
        }
        assertThat(file).exists();
        assertThat(ControlClient.connect(home)).isEmpty();

        server = ControlServer.open(home, Control.of(engine, store));

        try (ControlClient client = client()) {
            assertThat(client.liveness().live()).isTrue();
        }
    }

    @Test
    void aSocketThatAnswersIsNotReplaced() {
        assertThatThrownBy(() -> ControlServer.open(home, Control.of(engine, store)))
                .isInstanceOf(ControlException.class)
                .hasMessageContaining("answers in " + home + " already");
        try (ControlClient client = client()) {
            assertThat(client.liveness().live()).isTrue();
        }
    }

    @Test
    void aClosedServerLeavesNothing() {
        ControlClient client = client();
        assertThat(client.count(Filter.ALL)).isZero();

        server.close();

        assertThat(home).isEmptyDirectory();
        assertThat(ControlClient.connect(home)).isEmpty();
        assertTrouble(() -> client.count(Filter.ALL), ControlException.Kind.GONE, "went away");
        client.close();
    }

    @Test
    void aLongPathIsNoProblem() throws IOException {
        Path deep = Files.createDirectories(home.resolve("d".repeat(90)).resolve("e".repeat(90)));
        try (ControlServer far = ControlServer.open(deep, Control.of(engine, store));
                ControlClient client = ControlClient.connect(deep).orElseThrow()) {
            assertThat(client.liveness().live()).isTrue();
            assertThat(deep.resolve("control.sock")).exists();
            assertThat(far).isNotNull();
        }
    }

    @Test
    void aDefinitionTravelsWhole() {
        Definition definition = Reviews.REVIEW.definition();
        try (ControlClient client = client()) {
            assertThat(client.definitions().getFirst().edges()).isEqualTo(definition.edges());
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

    private String raw(String line) throws IOException {
        try (var channel =
                SocketChannel.open(UnixDomainSocketAddress.of(home.resolve("control.sock")))) {
            try {
                Lines.write(Channels.newOutputStream(channel), line);
            } catch (IOException _) {
                // The server may have closed the connection when it had read enough.
            }
            var in = new BufferedInputStream(Channels.newInputStream(channel));
            return Lines.read(in, 1_000_000).orElseThrow();
        }
    }

    private static void assertTrouble(Runnable ask, ControlException.Kind kind, String message) {
        assertThatThrownBy(ask::run)
                .isInstanceOfSatisfying(
                        ControlException.class,
                        e -> {
                            assertThat(e.kind()).isEqualTo(kind);
                            assertThat(e).hasMessageContaining(message);
                        });
    }
}
