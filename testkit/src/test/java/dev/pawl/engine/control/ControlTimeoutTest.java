package dev.pawl.engine.control;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.pawl.engine.Command;
import dev.pawl.engine.Engine;
import dev.pawl.engine.EngineEvent;
import dev.pawl.engine.Listener;
import dev.pawl.engine.Operators.By;
import dev.pawl.engine.control.ControlRequest.CountRuns;
import dev.pawl.engine.control.ControlRequest.ForkRun;
import dev.pawl.engine.control.ControlRequest.GetLiveness;
import dev.pawl.engine.store.Filter;
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
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Tools do not wait forever for an engine that hangs, but wait for a long operation.
class ControlTimeoutTest {
    private static final By ANNA = new By("anna", "to see");
    private static final Duration SHORT = Duration.ofMillis(20);
    private static final int LARGE = 8 << 20;

    @TempDir Path home;

    @Test
    void aCallFailsIfTheEngineNeverAnswers() throws IOException {
        try (ServerSocketChannel mute = bind(1);
                ControlClient client = client(SHORT)) {
            assertThat(mute.isOpen()).isTrue();
            assertSilent(() -> client.execute(new GetLiveness()), "gave no answer within");
        }
    }

    @Test
    void aCallFailsIfTheEngineReadsNothing() throws IOException {
        try (ServerSocketChannel mute = bind(1);
                ControlClient client = client(SHORT)) {
            assertThat(mute.isOpen()).isTrue();
            var request = Json.payload("\"" + "x".repeat(LARGE) + "\"");
            assertSilent(
                    () -> client.execute(new ForkRun(new RunId(1), "a", request, ANNA)),
                    "gave no answer");
        }
    }

    @Test
    void aConnectionFailsIfTheEngineAcceptsNoMore() throws IOException {
        List<ControlClient> callers = new ArrayList<>();
        try (ServerSocketChannel mute = bind(1)) {
            assertThat(mute.isOpen()).isTrue();
            assertSilent(
                    () -> {
                        for (int i = 0; i < 10; i++) callers.add(client(SHORT));
                    },
                    "accepts no more connections");
        } finally {
            callers.forEach(ControlClient::close);
        }
    }

    @Test
    void aKeepAliveLineIsNotAnAnswer() throws Exception {
        try (ServerSocketChannel server = bind(1);
                ControlClient client = client(Duration.ofSeconds(30));
                SocketChannel connection = server.accept()) {
            Lines.write(
                    Channels.newOutputStream(connection), "\n\n" + Json.line(ControlAnswer.of(7)));

            assertThat(client.execute(new CountRuns(Filter.ALL))).isEqualTo(7);
        }
    }

    @Test
    void anEngineSendsKeepAliveLinesDuringALongOperation() throws Exception {
        CountDownLatch keepAliveSeen = new CountDownLatch(1);
        MemoryStore store = new MemoryStore();
        try (Engine engine = open(store, event -> holdPaused(event, keepAliveSeen))) {
            Reviews.waiting(engine, "k");
            try (var server = ControlServer.open(home, Control.of(engine), SHORT);
                    var channel = SocketChannel.open(address())) {
                assertThat(server).isNotNull();
                var in = new BufferedInputStream(Channels.newInputStream(channel));
                var order =
                        new ControlRequest.CommandRuns(
                                Filter.ALL.live(), new Command.Pause(), ANNA);
                Lines.write(Channels.newOutputStream(channel), Json.line(order));

                assertThat(Lines.read(in, 100)).contains("");
                keepAliveSeen.countDown();

                String answer = "";
                while (answer.isEmpty()) answer = Lines.read(in, LARGE).orElseThrow();
                assertThat(answer).contains("\"to\":\"PAUSED\"");
            }
        }
    }

    @Test
    void keepAliveLinesComeWellWithinTheTimeout() {
        assertThat(ControlServer.KEEP_ALIVE.multipliedBy(3)).isLessThan(ControlClient.TIMEOUT);
    }

    private static Engine open(MemoryStore store, Listener listener) {
        return Engine.open(store, options -> options.machines(Reviews.REVIEW).listener(listener));
    }

    private static void holdPaused(EngineEvent event, CountDownLatch until) {
        if (!(event instanceof EngineEvent.RunChanged changed)) return;
        if (changed.after().status() != RunStatus.PAUSED) return;
        try {
            until.await();
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }

    private static void assertSilent(ThrowingCallable call, String message) {
        assertThatThrownBy(call)
                .isInstanceOfSatisfying(
                        ControlException.class,
                        e -> assertThat(e.kind()).isEqualTo(ControlException.Kind.SILENT))
                .hasMessageContaining(message)
                .hasMessageContaining("check its process");
    }

    private ServerSocketChannel bind(int backlog) throws IOException {
        return ServerSocketChannel.open(StandardProtocolFamily.UNIX).bind(address(), backlog);
    }

    private ControlClient client(Duration timeout) {
        return ControlClient.connect(home, timeout).orElseThrow();
    }

    private UnixDomainSocketAddress address() {
        return UnixDomainSocketAddress.of(home.resolve("control.sock"));
    }
}
