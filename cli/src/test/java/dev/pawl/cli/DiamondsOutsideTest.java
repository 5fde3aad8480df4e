package dev.pawl.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import dev.pawl.cli.shell.ExitCode;
import dev.pawl.diamonds.simulator.SimulatorFaults;
import dev.pawl.diamonds.simulator.SimulatorOptions;
import dev.pawl.diamonds.simulator.StockSource;
import dev.pawl.diamonds.simulator.SupplierSimulator;
import dev.pawl.servers.S3Server;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Base64;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.subethamail.smtp.server.SMTPServer;

/// What `pawl diamonds` sends to other servers: alerts and copies of watermarks.
@Timeout(240)
class DiamondsOutsideTest {
    @TempDir Path directory;

    private final Map<String, String> environment = new HashMap<>();

    private Terminal terminal() {
        String home = directory.resolve("home").toString();
        return new Terminal(List.of("--home", home), environment);
    }

    private static SupplierSimulator supplier(String faults) throws IOException {
        return SupplierSimulator.start(
                SimulatorOptions.of(new StockSource.Seeded(1, 60))
                        .faults(SimulatorFaults.parse(faults)));
    }

    /// DIA-12, DIA-41, D23: a failed run sends an e-mail with the document's text and posts to the
    /// webhook, and the command does not end before they have arrived.
    @Test
    void aFailedRunSendsAnEmailAndCallsAWebhook() throws Exception {
        List<String> mails = new CopyOnWriteArrayList<>();
        List<String> posts = new CopyOnWriteArrayList<>();
        SMTPServer smtp =
                new SMTPServer.Builder()
                        .bindAddress(InetAddress.getLoopbackAddress())
                        .port(0)
                        .messageHandler((_, from, to, data) -> mails.add(mail(from, to, data)))
                        .build();
        HttpServer web =
                HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        web.createContext(
                "/",
                exchange -> {
                    byte[] body = exchange.getRequestBody().readAllBytes();
                    posts.add(new String(body, StandardCharsets.UTF_8));
                    exchange.sendResponseHeaders(204, -1);
                    exchange.close();
                });
        smtp.start();
        web.start();
        environment.put("PAWL_MAIL_FROM", "pawl@example.com");
        try (SupplierSimulator supplier = supplier("503=1")) {
            Terminal.Answer failed =
                    terminal()
                            .run(
                                    "diamonds",
                                    "run",
                                    "--supplier",
                                    supplier.url(),
                                    "--smtp",
                                    "smtp://127.0.0.1:" + smtp.getPortAllocated(),
                                    "--mail-to",
                                    "ops@example.com,owner@example.com",
                                    "--webhook",
                                    "http://127.0.0.1:%d/hook"
                                            .formatted(web.getAddress().getPort()));
            assertThat(failed.code()).as(failed.err()).isEqualTo(ExitCode.NO);
        } finally {
            smtp.stop();
            web.stop(0);
        }
        assertThat(mails).hasSize(1);
        String[] mail = mails.getFirst().split("\r\n\r\n", 2);
        assertThat(mail[0])
                .contains("From: pawl@example.com", "ops@example.com", "owner@example.com")
                .contains("Subject: Consolidation Failed");
        byte[] text = Base64.getMimeDecoder().decode(mail[1]);
        assertThat(new String(text, StandardCharsets.UTF_8))
                .containsPattern("Run [0-9a-f-]{36} failed\\. Watermark NOT advanced\\.");
        assertThat(posts).singleElement().asString().contains("Consolidation Failed");
        assertThat(terminal().ok("diamonds", "alerts"))
                .contains("email DELIVERED", "webhook DELIVERED", "log DELIVERED");
    }

    private static String mail(String from, String to, byte[] data) {
        return "%s %s %s".formatted(from, to, new String(data, StandardCharsets.UTF_8));
    }

    @Test
    void aServerOrAddressThatCannotBeUsedIsRefusedBeforeTheRun() {
        String[] run = {"diamonds", "run", "--supplier", "http://127.0.0.1:1/graphql"};
        refused(run, "--smtp needs a sender", "--smtp", "smtp://127.0.0.1");
        environment.put("PAWL_MAIL_FROM", "pawl@example.com");
        refused(run, "--smtp needs recipients", "--smtp", "smtp://127.0.0.1");
        refused(run, "expected smtp://HOST", "--smtp", "mail.example.com", "--mail-to", "a@b.c");
        refused(run, "--mail-to need --smtp", "--mail-to", "a@b.c");
        refused(run, "http", "--webhook", "ftp://example.com/");
        refused(run, "expected s3://BUCKET", "--mirror", "s3://X");
        environment.put("PAWL_SMTP_USER", "me");
        environment.put("PAWL_SMTP_PASSWORD", "hunter2");
        Terminal.Answer clear =
                refused(
                        run,
                        "clear text",
                        "--smtp",
                        "smtp://127.0.0.1",
                        "--mail-to",
                        "ops@example.com");
        assertThat(clear.err()).doesNotContain("hunter2");
    }

    private Terminal.Answer refused(String[] run, String message, String... options) {
        String[] all = new String[run.length + options.length];
        System.arraycopy(run, 0, all, 0, run.length);
        System.arraycopy(options, 0, all, run.length, options.length);
        Terminal.Answer answer = terminal().run(all);
        assertThat(answer.err()).contains(message);
        assertThat(answer.code()).as(answer.err()).isEqualTo(ExitCode.USAGE);
        return answer;
    }

    /// DIA-35: the watermark is copied as the document's JSON, to an object and to a directory.
    @Test
    void theWatermarkIsMirroredToAnS3ObjectAndToADirectory() throws Exception {
        Path objects = Files.createDirectory(directory.resolve("objects"));
        try (S3Server s3 = S3Server.start(objects, "id", "secret");
                SupplierSimulator supplier = supplier("500=0")) {
            s3.createBucket("marks");
            environment.put("AWS_ENDPOINT_URL_S3", s3.url());
            environment.put("AWS_ACCESS_KEY_ID", "id");
            environment.put("AWS_SECRET_ACCESS_KEY", "secret");
            environment.put("PAWL_MIRROR", "s3://marks/state/watermark.json");
            Terminal.Answer first = terminal().run("diamonds", "run", "--supplier", supplier.url());
            assertThat(first.code()).as(first.out() + first.err()).isZero();
            assertThat(Files.readString(objects.resolve("marks/state/watermark.json")))
                    .matches(
                            "\\{\"lastUpdatedAt\":\"[0-9T:.-]+Z\",\"lastRunId\":\"[0-9a-f-]{36}\","
                                    + "\"lastRunCompletedAt\":\"[0-9T:.-]+Z\"}");
            terminal().ok("diamonds", "run", "--mirror", "s3://marks/all");
            assertThat(objects.resolve("marks/all/nivoda.json")).exists();
            Path copies = directory.resolve("copies");
            terminal().ok("diamonds", "run", "--mirror", copies.toString());
            assertThat(copies.resolve("nivoda.json")).exists();
        }
    }
}
