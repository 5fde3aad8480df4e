package dev.pawl.diamonds.supplier;

import static dev.pawl.diamonds.supplier.HostileSupplier.FIRST_BYTES;
import static dev.pawl.diamonds.supplier.HostileSupplier.JSON;
import static dev.pawl.diamonds.supplier.HostileSupplier.LOGGED_IN;
import static dev.pawl.diamonds.supplier.HostileSupplier.NOW;
import static dev.pawl.diamonds.supplier.HostileSupplier.SHORT;
import static dev.pawl.diamonds.supplier.HostileSupplier.access;
import static dev.pawl.diamonds.supplier.HostileSupplier.countFails;
import static dev.pawl.diamonds.supplier.HostileSupplier.failure;
import static dev.pawl.diamonds.supplier.HostileSupplier.isLogin;
import static dev.pawl.diamonds.supplier.HostileSupplier.respond;
import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.diamonds.supplier.SupplierException.Kind;
import java.io.IOException;
import java.time.Duration;
import java.time.InstantSource;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;

/// What the client makes of a supplier that is slow, silent or without end.
class SlowSupplierTest {
    @Test
    void abandonsABodyWithoutAnEnd() throws Exception {
        SupplierException error =
                failure((request, out) -> {
                    if (isLogin(request)) {
                        respond(out, 200, JSON, LOGGED_IN);
                        return;
                    }
                    out.write("HTTP/1.1 200 OK\r\n%s\r\n\r\n".formatted(JSON).getBytes(ISO_8859_1));
                    byte[] spaces = " ".repeat(4_096).getBytes(ISO_8859_1);
                    while (true) out.write(spaces);
                });

        assertThat(error.kind()).isEqualTo(Kind.TOO_LARGE);
        assertThat(error).hasMessageContaining("expected at most 100000 bytes, found more");
    }

    @Test
    void abandonsASupplierThatNeverAnswers() throws Exception {
        CountDownLatch end = new CountDownLatch(1);
        SupplierException error =
                failure((request, out) -> {
                    if (isLogin(request)) respond(out, 200, JSON, LOGGED_IN);
                    else await(end);
                });
        end.countDown();

        assertThat(error.kind()).isEqualTo(Kind.TRANSIENT);
        assertThat(error).hasMessageContaining("within PT0.3S, found silence");
    }

    @Test
    void abandonsASupplierThatFallsSilentInTheMiddleOfTheBody() throws Exception {
        CountDownLatch end = new CountDownLatch(1);
        SupplierException error =
                failure((request, out) -> {
                    if (isLogin(request)) {
                        respond(out, 200, JSON, LOGGED_IN);
                        return;
                    }
                    out.write(FIRST_BYTES.getBytes(ISO_8859_1));
                    out.flush();
                    await(end);
                });
        end.countDown();

        assertThat(error.kind()).isEqualTo(Kind.TRANSIENT);
        assertThat(error).hasMessageContaining("silence");
    }

    /// Each byte of the header comes in time, and the header never ends.
    @Test
    void abandonsAHeaderThatDrips() throws Exception {
        CountDownLatch never = new CountDownLatch(1);
        SupplierException error =
                failure((request, out) -> {
                    if (isLogin(request)) {
                        respond(out, 200, JSON, LOGGED_IN);
                        return;
                    }
                    out.write("HTTP/1.1 200 OK\r\nX: ".getBytes(ISO_8859_1));
                    while (true) {
                        out.write('x');
                        out.flush();
                        pause(never, 20);
                    }
                });

        assertThat(error.kind()).isEqualTo(Kind.TRANSIENT);
    }

    @Test
    void abandonsABodyThatDripsForTooLong() throws Exception {
        CountDownLatch never = new CountDownLatch(1);
        SupplierLimits impatient =
                new SupplierLimits(
                        SHORT.connect(),
                        SHORT.silence(),
                        Duration.ofMillis(900),
                        SHORT.responseBytes(),
                        SHORT.tokenLifetime());
        HostileSupplier.Answering answering =
                (request, out) -> {
                    if (isLogin(request)) {
                        respond(out, 200, JSON, LOGGED_IN);
                        return;
                    }
                    out.write("HTTP/1.1 200 OK\r\n%s\r\n\r\n".formatted(JSON).getBytes(ISO_8859_1));
                    while (true) {
                        out.write(' ');
                        out.flush();
                        pause(never, 20);
                    }
                };
        try (HostileSupplier supplier = HostileSupplier.start(answering);
                SupplierClient client =
                        SupplierClient.open(
                                access(supplier.url()), impatient, InstantSource.fixed(NOW))) {
            SupplierException error = countFails(client);

            assertThat(error.kind()).isEqualTo(Kind.TRANSIENT);
            assertThat(error).hasMessageContaining("within PT0.9S, found an incomplete one");
        }
    }

    @Test
    void endsWhenItsThreadIsInterrupted() throws Exception {
        CountDownLatch asked = new CountDownLatch(1);
        CountDownLatch end = new CountDownLatch(1);
        AtomicReference<Throwable> thrown = new AtomicReference<>();
        HostileSupplier.Answering answering =
                (_, _) -> {
                    asked.countDown();
                    await(end);
                };
        try (HostileSupplier supplier = HostileSupplier.start(answering);
                SupplierClient client =
                        SupplierClient.open(
                                access(supplier.url()),
                                SupplierLimits.STANDARD,
                                InstantSource.fixed(NOW))) {
            Thread thread =
                    Thread.ofVirtual()
                            .start(() -> {
                                try {
                                    client.count(StoneFilter.ALL, SupplierGate.OPEN);
                                } catch (Exception e) {
                                    thrown.set(e);
                                }
                            });
            assertThat(asked.await(10, TimeUnit.SECONDS)).isTrue();
            thread.interrupt();
            assertThat(thread.join(Duration.ofSeconds(10))).isTrue();
            end.countDown();
        }

        assertThat(thrown.get()).isInstanceOf(InterruptedException.class);
    }

    private static void await(CountDownLatch latch) throws IOException {
        pause(latch, 20_000);
    }

    private static void pause(CountDownLatch latch, long millis) throws IOException {
        try {
            var _ = latch.await(millis, TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            throw new IOException(e);
        }
    }
}
