package dev.pawl.engine.control;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.pawl.engine.Command;
import dev.pawl.engine.Engine;
import dev.pawl.engine.Happening;
import dev.pawl.engine.Listener;
import dev.pawl.engine.Operators.By;
import dev.pawl.engine.store.Filter;
import dev.pawl.engine.store.MemoryStore;
import dev.pawl.run.RunId;
import dev.pawl.run.RunStatus;
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

/// Tools do not wait forever for an engine that hangs, and wait as long as it takes for one that
/// works.
class ControlPatienceTest {
    private static final By ANNA = new By("anna", "to see");
    private static final Duration SHORT = Duration.ofMillis(20);
    private static final int LARGE = 8 << 20;

    @TempDir Path home;

    @Test
    void anEngineThatNeverAnswersIsGivenUp() throws IOException {
        try (ServerSocketChannel mute = bind(1);
                ControlClient client = client(SHORT)) {
            assertThat(mute.isOpen()).isTrue();
            assertSilent(client::liveness, "gave no answer within");
        }
    }

    @Test
    void anEngineThatReadsNothingIsGivenUp() throws IOException {
        try (ServerSocketChannel mute = bind(1);
                ControlClient client = client(SHORT)) {
            assertThat(mute.isOpen()).isTrue();
            var request = Json.payload("\"" + "x".repeat(LARGE) + "\"");
            assertSilent(() -> client.fork(new RunId(1), "a", request, ANNA), "gave no answer");
        }
    }

    @Test
    void anEngineThatTakesNoMoreCallersIsGivenUp() throws IOException {
        List<ControlClient> callers = new ArrayList<>();
        try (ServerSocketChannel mute = bind(1)) {
            assertThat(mute.isOpen()).isTrue();
            assertSilent(
                    () -> {
                        for (int i = 0; i < 10; i++) callers.add(client(SHORT));
                    },
                    "takes no more callers");
        } finally {
            callers.forEach(ControlClient::close);
        }
    }

    @Test
    void aSignOfLifeIsNoAnswer() throws Exception {
        try (ServerSocketChannel server = bind(1);
                ControlClient client = client(Duration.ofSeconds(30));
                SocketChannel connection = server.accept()) {
            Lines.write(Channels.newOutputStream(connection), "\n\n" + Json.line(Answer.of(7)));

            assertThat(client.count(Filter.ALL)).isEqualTo(7);
        }
    }

    @Test
    void anEngineGivesSignsOfLifeWhileItWorksOnSomethingLong() throws Exception {
        CountDownLatch signSeen = new CountDownLatch(1);
        MemoryStore store = new MemoryStore();
        try (Engine engine = open(store, happening -> holdPaused(happening, signSeen))) {
            Reviews.waiting(engine, "k");
            try (var server = ControlServer.open(home, Control.of(engine, store), SHORT);
                    var channel = SocketChannel.open(address())) {
                assertThat(server).isNotNull();
                var in = new BufferedInputStream(Channels.newInputStream(channel));
                var order = new Request.OrderAll(Filter.ALL.live(), new Command.Pause(), ANNA);
                Lines.write(Channels.newOutputStream(channel), Json.line(order));

                assertThat(Lines.read(in, 100)).contains("");
                signSeen.countDown();

                String answer = "";
                while (answer.isEmpty()) answer = Lines.read(in, LARGE).orElseThrow();
                assertThat(answer).contains("\"to\":\"PAUSED\"");
            }
        }
    }

    @Test
    void signsComeWellWithinTheBound() {
        assertThat(ControlServer.BEAT.multipliedBy(3)).isLessThan(ControlClient.PATIENCE);
    }

    private static Engine open(MemoryStore store, Listener listener) {
        return Engine.open(store, options -> options.machines(Reviews.REVIEW).listener(listener));
    }

    private static void holdPaused(Happening happening, CountDownLatch until) {
        if (!(happening instanceof Happening.RunChanged changed)) return;
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
                .hasMessageContaining("look at its process");
    }

    private ServerSocketChannel bind(int backlog) throws IOException {
        return ServerSocketChannel.open(StandardProtocolFamily.UNIX).bind(address(), backlog);
    }

    private ControlClient client(Duration patience) {
        return ControlClient.connect(home, patience).orElseThrow();
    }

    private UnixDomainSocketAddress address() {
        return UnixDomainSocketAddress.of(home.resolve("control.sock"));
    }
}
