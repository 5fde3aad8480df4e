package dev.pawl.engine.control;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.pawl.engine.Command;
import dev.pawl.engine.Engine;
import dev.pawl.engine.Operators.By;
import dev.pawl.engine.QueueSettings;
import dev.pawl.engine.Submission;
import dev.pawl.engine.control.ControlException.Kind;
import dev.pawl.engine.control.ControlRequest.CountRuns;
import dev.pawl.engine.control.ControlRequest.ForkRun;
import dev.pawl.engine.control.ControlRequest.GetLiveness;
import dev.pawl.engine.store.Filter;
import dev.pawl.engine.store.Page;
import dev.pawl.run.QueuePlace;
import dev.pawl.run.RunId;
import dev.pawl.run.RunStatus;
import dev.pawl.testkit.memory.MemoryStore;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.Channels;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Requests and results cross the socket unchanged, and a peer that sends anything else gets a
/// clear error.
class ControlProtocolTest {
    private static final By ANNA = new By("anna", "to see");
    private static final RunId RUN = new RunId(7);
    private static final Command PAUSE = new Command.Pause();

    /// One request of every kind.
    private static final List<ControlRequest<?>> REQUESTS =
            List.of(
                    new ControlRequest.GetLiveness(),
                    new ControlRequest.ListRuns(
                            Filter.ALL.key("a/b \"#\" 😀").status(RunStatus.WAITING),
                            Page.newest(3).after(RUN)),
                    new ControlRequest.CountRuns(Filter.ALL.live()),
                    new ControlRequest.TallyRuns(),
                    new ControlRequest.GetRun(RUN),
                    new ControlRequest.ListHistory(RUN, 5, 10),
                    new ControlRequest.GetWhy(RUN),
                    new ControlRequest.PreviewCommand(Filter.ALL, new Command.GoTo("publish")),
                    new ControlRequest.ListDefinitions(),
                    new ControlRequest.ListQueues(),
                    new ControlRequest.ListPools(),
                    new ControlRequest.ListSchedules(),
                    new ControlRequest.ListReports(),
                    new ControlRequest.VerifyStore(),
                    new ControlRequest.CommandRun(RUN, PAUSE, ANNA),
                    new ControlRequest.CommandRuns(Filter.ALL.queue("desk"), PAUSE, ANNA),
                    new ControlRequest.StartRun(
                            new Submission(
                                    "review",
                                    Json.payload("{\"value\":\"x\"}"),
                                    "k",
                                    "once",
                                    new QueuePlace("desk", 3))),
                    new ControlRequest.ForkRun(RUN, "publish", null, ANNA),
                    new ControlRequest.SetQueue(
                            QueueSettings.of("desk", 2).rate(3, Duration.ofMinutes(1))),
                    new ControlRequest.ChangeQueue("desk", null, 4, 3, Duration.ofMinutes(1)),
                    new ControlRequest.PauseQueue("desk", true),
                    new ControlRequest.ResizeQueue("desk", 9),
                    new ControlRequest.ReleasePermits("press", "anna"),
                    new ControlRequest.PauseSchedule("nightly", false));

    @TempDir Path home;

    @Test
    void everyRequestIsReadAsItWasWritten() {
        for (ControlRequest<?> request : REQUESTS) {
            assertThat(Json.request(Json.requestLine(request))).isEqualTo(request);
        }
        assertThat(REQUESTS)
                .extracting(Object::getClass)
                .containsExactlyInAnyOrderElementsOf(records(ControlRequest.class).toList());
    }

    @Test
    void anInvalidRequestDoesNotAffectTheNextOne() throws IOException {
        MemoryStore store = new MemoryStore();
        try (Engine engine = Reviews.open(store);
                ControlServer server = ControlServer.open(home, Control.of(engine));
                SocketChannel channel = SocketChannel.open(address())) {
            assertThat(server).isNotNull();
            assertBadRequest(channel, "rubbish", "rubbish");
            assertBadRequest(channel, "", "No content");
            assertBadRequest(channel, "null", "null");
            assertBadRequest(channel, "{\"op\":\"formatDisk\"}", "formatDisk");
            assertBadRequest(channel, "{\"op\":\"getRun\"}", "id");
            assertBadRequest(channel, "{\"op\":\"getRun\",\"id\":\"x\"}", "id");
            assertBadRequest(channel, "{\"op\":\"tallyRuns\",\"more\":1}", "more");
            assertBadRequest(channel, "{\"op\":\"tallyRuns\"}{}", "Trailing token");
            assertThat(reply(channel, "{\"op\":\"tallyRuns\"}"))
                    .isEqualTo("{\"answer\":[],\"error\":null}");
        }
    }

    @Test
    void aRequestThatIsTooLargeIsRefused() throws IOException {
        MemoryStore store = new MemoryStore();
        try (Engine engine = Reviews.open(store);
                ControlServer server = ControlServer.open(home, Control.of(engine));
                SocketChannel channel = SocketChannel.open(address());
                ControlClient client = ControlClient.connect(home).orElseThrow()) {
            assertThat(server).isNotNull();
            String large = "x".repeat(ControlServer.REQUEST_BYTES_MAX + 1);
            assertThat(reply(channel, large)).contains("BAD_REQUEST").contains("at most");

            var payload = Json.payload("\"" + large + "\"");
            assertError(
                    () -> client.execute(new ForkRun(RUN, "publish", payload, ANNA)),
                    Kind.REFUSED,
                    "expected a request of at most");
            assertThat(client.execute(new CountRuns(Filter.ALL))).isZero();
        }
    }

    @Test
    void answersOfAnotherVersionAreReported() throws IOException {
        String[][] rows = {
            {"rubbish", "same version"},
            {"{}", "same version"},
            {"[7]", "same version"},
            {"{\"answer\":null,\"error\":null}", "same version"},
            {"{\"answer\":{\"live\":true,\"pid\":1,\"more\":1}}", "\"more\""},
            {"{\"error\":{\"kind\":\"TIRED\",\"message\":\"come back later\"}}", "come back later"},
        };
        for (String[] row : rows) {
            try (ServerSocketChannel server = bind();
                    ControlClient client = ControlClient.connect(home).orElseThrow();
                    SocketChannel connection = server.accept()) {
                Lines.write(Channels.newOutputStream(connection), row[0]);
                assertError(() -> client.execute(new GetLiveness()), Kind.INTERNAL, row[1]);
            }
        }
    }

    @Test
    void aConnectionThatIsLostInTheMiddleOfAnAnswerIsReported() throws IOException {
        try (ServerSocketChannel server = bind();
                ControlClient client = ControlClient.connect(home).orElseThrow()) {
            try (SocketChannel connection = server.accept()) {
                byte[] half = "{\"answer\":{\"li".getBytes(StandardCharsets.UTF_8);
                Channels.newOutputStream(connection).write(half);
            }
            assertError(() -> client.execute(new GetLiveness()), Kind.GONE, "before it answered");
            assertError(() -> client.execute(new GetLiveness()), Kind.GONE, "is closed");
        }
    }

    @Test
    void aLateAnswerIsNotTakenForThatToTheNextRequest() throws IOException {
        try (ServerSocketChannel server = bind();
                ControlClient client =
                        ControlClient.connect(home, Duration.ofMillis(20)).orElseThrow();
                SocketChannel connection = server.accept()) {
            assertError(() -> client.execute(new CountRuns(Filter.ALL)), Kind.SILENT, "no answer");
            try {
                Lines.write(Channels.newOutputStream(connection), Json.line(ControlAnswer.of(7)));
            } catch (IOException _) {
                // The client has closed the connection.
            }
            assertError(() -> client.execute(new CountRuns(Filter.ALL)), Kind.GONE, "is closed");
        }
    }

    @Test
    void manyToolsAreServedAtOnceUpToTheLimit() throws Exception {
        MemoryStore store = new MemoryStore();
        List<ControlClient> clients = new ArrayList<>();
        try (Engine engine = Reviews.open(store);
                ControlServer server = ControlServer.open(home, Control.of(engine));
                var threads = Executors.newVirtualThreadPerTaskExecutor()) {
            assertThat(server).isNotNull();
            Reviews.waiting(engine, "k");
            for (int i = 0; i < ControlServer.CONNECTIONS_MAX; i++) {
                clients.add(ControlClient.connect(home).orElseThrow());
            }
            List<Future<Long>> counts = new ArrayList<>();
            for (ControlClient client : clients) {
                counts.add(threads.submit(() -> client.execute(new CountRuns(Filter.ALL))));
            }
            for (Future<Long> count : counts) assertThat(count.get()).isEqualTo(1);

            clients.add(ControlClient.connect(home).orElseThrow());
            assertError(
                    () -> clients.getLast().execute(new CountRuns(Filter.ALL)),
                    Kind.REFUSED,
                    "at most %d connections".formatted(ControlServer.CONNECTIONS_MAX));
            assertThat(clients.getFirst().execute(new CountRuns(Filter.ALL))).isEqualTo(1);
        } finally {
            clients.forEach(ControlClient::close);
        }
    }

    private static Stream<Class<?>> records(Class<?> type) {
        if (type.isRecord()) return Stream.of(type);
        return Stream.of(type.getPermittedSubclasses()).flatMap(ControlProtocolTest::records);
    }

    private static void assertBadRequest(SocketChannel channel, String line, String found)
            throws IOException {
        assertThat(reply(channel, line))
                .contains("BAD_REQUEST")
                .contains(found)
                .contains("same version as the engine");
    }

    private static String reply(SocketChannel channel, String line) throws IOException {
        try {
            Lines.write(Channels.newOutputStream(channel), line);
        } catch (IOException _) {
            // The server may have closed the connection when it had read enough.
        }
        var in = new BufferedInputStream(Channels.newInputStream(channel));
        return Lines.read(in, 1_000_000).orElseThrow();
    }

    private static void assertError(Runnable ask, Kind kind, String message) {
        assertThatThrownBy(ask::run)
                .isInstanceOfSatisfying(
                        ControlException.class, e -> assertThat(e.kind()).isEqualTo(kind))
                .hasMessageContaining(message);
    }

    /// Binds the socket again: each accepted connection gets a new one.
    private ServerSocketChannel bind() throws IOException {
        Files.deleteIfExists(home.resolve("control.sock"));
        return ServerSocketChannel.open(StandardProtocolFamily.UNIX).bind(address());
    }

    private UnixDomainSocketAddress address() {
        return UnixDomainSocketAddress.of(home.resolve("control.sock"));
    }
}
