package dev.pawl.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.cli.shell.ExitCode;
import dev.pawl.engine.Subscription;
import dev.pawl.feeds.Feeds;
import dev.pawl.feeds.SourceKind;
import dev.pawl.orchestrator.Order;
import dev.pawl.store.Pawl;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.CountDownLatch;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// Commands to an open engine, in which CVE waits for its documents, and without an engine.
@Timeout(120)
class FeedsOrdersTest {
    private static final Duration TIMEOUT = Duration.ofSeconds(30);

    /// The engine would wait for a source that waits for its documents.
    private static final Duration DRAIN_TIME = Duration.ofMillis(100);

    @TempDir Path directory;

    private final CountDownLatch arrived = new CountDownLatch(1);
    private Terminal terminal;
    private Pawl pawl;

    @BeforeEach
    void openEngine() throws IOException {
        Path home = directory.resolve("home");
        Path documents = Samples.copy(directory.resolve("documents"));
        terminal = new Terminal(home);
        Feeds feeds =
                Feeds.of(options ->
                        options.from(documents)
                                .from(
                                        SourceKind.CVE,
                                        _ -> {
                                            arrived.await();
                                            return documents;
                                        }));
        pawl =
                Pawl.open(
                        home,
                        options -> {
                            feeds.register(options);
                            options.drain(DRAIN_TIME);
                        });
        feeds.start(pawl.engine());
        pawl.engine().start(feeds.orchestrator().order(Order.start("cve").by("me")));
        until("cve +RUNNING");
    }

    @AfterEach
    void close() {
        arrived.countDown();
        pawl.close();
    }

    private String ok(String... words) {
        return terminal.ok(words);
    }

    private void assertFails(int code, String message, String... words) {
        Terminal.Answer answer = terminal.run(words);
        assertThat(answer.err()).contains(message);
        assertThat(answer.code()).as(answer.err()).isEqualTo(code);
    }

    /// Waits until the status matches; it can change with any event of the engine.
    private void until(String pattern) {
        until(pattern, "feeds", "status");
    }

    private void until(String pattern, String... command) {
        Instant deadline = Instant.now().plus(TIMEOUT);
        try (Subscription events = pawl.engine().feed(0)) {
            String status = terminal.run(command).out();
            while (!status.matches("(?s).*" + pattern + ".*")) {
                assertThat(events.next(deadline)).as("%s in%n%s", pattern, status).isNotEmpty();
                status = terminal.run(command).out();
            }
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    @Test
    void aSourceIsPausedResumedStoppedAndStarted() {
        assertThat(ok("feeds", "pause", "cve", "--reason", "lunch", "--actor", "ann"))
                .contains("cve was RUNNING, now PAUSED");
        until("cve +PAUSED.* paused by ann at \\S+Z: lunch");
        assertThat(ok("feeds", "status", "--json"))
                .containsPattern("\"paused\" : \\{\\s+\"by\" : \"ann\",\\s+\"at\" : \"\\S+Z\"")
                .contains("\"reason\" : \"lunch\"");
        assertFails(
                ExitCode.REFUSED,
                "which does not accept Pause (accepts: Stop, Resume)",
                "feeds",
                "pause",
                "cve");
        assertFails(ExitCode.REFUSED, "does not accept START", "feeds", "start", "cve");
        assertThat(ok("feeds", "resume", "cve", "--json"))
                .contains("\"run\" :", "\"engine\" : true", "now ACQUIRING");
        until("cve +RUNNING");
        assertThat(ok("feeds", "stop", "cve")).contains("cve was RUNNING, stopping");
        until("cve +TERMINATED");
        assertFails(
                ExitCode.REFUSED,
                "does not accept PAUSE (accepts: START)",
                "feeds",
                "pause",
                "cve");
        arrived.countDown();
        assertThat(ok("feeds", "retry", "cve")).contains("cve will start");
        until("\"id\" : \"cve\"[^}]*\"cause\" : \"COMPLETED\"", "feeds", "status", "--json");
        until("STABILIZING");
        assertFails(ExitCode.NOT_FOUND, "no source 'nvd'", "feeds", "stop", "nvd");
    }

    @Test
    void whyNamesTheBlockingSourceWithAndWithoutAnEngine() {
        ok("feeds", "permits", "freeze");
        assertThat(ok("feeds", "start", "capec")).contains("cwe will start first");
        until("cwe +ACQUIRING");
        until("capec +IDLE.* blocked by cwe");
        String json = ok("feeds", "status", "--json");
        String words =
                "capec is blocked by cwe (run %s), which is ACQUIRING (waits for permits: they are"
                        .formatted(run(json, "cwe"));
        assertThat(ok("run", "why", run(json, "capec"))).contains(words);
        assertThat(ok("run", "why", run(json, "cwe"))).contains("they are frozen");
        pawl.close();
        assertThat(ok("run", "why", run(json, "capec"))).contains("no engine is open", words);
    }

    private static String run(String json, String source) {
        Matcher found =
                Pattern.compile("(?s)\"id\" : \"%s\".*?\"run\" : \"(\\w+)\"".formatted(source))
                        .matcher(json);
        assertThat(found.find()).as(json).isTrue();
        return found.group(1);
    }

    @Test
    void aScheduleStartsIdleSourcesAndLeavesActiveOnesAlone() {
        assertThat(ok("feeds", "schedule", "set", "often", "every 1s", "cve", "cwe"))
                .contains("schedule 'often' is set");
        until("cve +RUNNING.*cwe +TERMINATED");
        assertFails(ExitCode.REFUSED, "does not accept START", "feeds", "start", "cve", "cwe");
    }

    @Test
    void permitsAreSetFrozenAndThawed() {
        assertThat(ok("feeds", "permits", "set", "4")).contains("there are 4 permits");
        assertFails(ExitCode.USAGE, "permits must be 1 to", "feeds", "permits", "set", "0");
        assertFails(ExitCode.USAGE, "permits must be 1 to", "feeds", "run", "--permits", "0");
        assertThat(ok("feeds", "permits", "freeze")).contains("permits are frozen");
        assertThat(ok("feeds", "permits")).contains("frozen", "cve");
        assertThat(ok("feeds", "permits", "thaw", "--json"))
                .contains("permits are distributed again");
        assertThat(ok("feeds", "permits", "--json"))
                .contains("\"frozen\" : false", "\"held\" : {", "\"cve\" :");
    }

    @Test
    void schedulesAreSetListedPausedAndRemoved() {
        arrived.countDown();
        until("STABILIZING");
        Path documents = directory.resolve("documents");
        assertThat(terminal.run("feeds", "run", "--from", documents.toString()).code()).isZero();
        assertThat(ok("feeds", "schedule")).contains("No schedules");
        assertThat(ok("feeds", "schedule", "set", "nightly", "0 3 * * *"))
                .contains("schedule 'nightly' is set");
        assertThat(ok("feeds", "schedule", "set", "often", "every 6h", "cve", "cwe", "--full"))
                .contains("schedule 'often' is set");
        assertThat(ok("feeds", "schedule"))
                .contains("every PT6H", "cve cwe (full)", "0 3 * * * UTC");
        assertThat(ok("feeds", "schedule", "pause", "often")).contains("is paused");
        assertThat(ok("feeds", "schedule", "--json"))
                .contains("\"name\" : \"often\"", "\"paused\" : true", "\"full\" : true")
                .contains("\"sources\" : [ \"cve\", \"cwe\" ]", "\"next_at\"", "\"last_run\"");
        assertThat(ok("feeds", "schedule", "resume", "often", "--json")).contains("false");
        assertThat(ok("feeds", "schedule", "remove", "often")).contains("is removed");
        assertThat(ok("feeds", "schedule")).contains("nightly").doesNotContain("often");
        assertFails(ExitCode.REFUSED, "often", "feeds", "schedule", "remove", "often");
        assertFails(ExitCode.NOT_FOUND, "(has: nightly)", "feeds", "schedule", "pause", "often");
        assertFails(ExitCode.USAGE, "SPEC: ", "feeds", "schedule", "set", "x", "now and then");
        assertFails(
                ExitCode.USAGE,
                "SPEC: expected a time such as",
                "feeds",
                "schedule",
                "set",
                "x",
                "every day");
    }

    @Test
    void aRunUsesTheOpenEngine() {
        String place = "cwe=" + directory.resolve("documents");
        Terminal.Answer answer = terminal.run("feeds", "run", "--from", place, "--stay");
        assertThat(answer.err()).contains("--stay needs its own engine");
        assertThat(answer.code()).isEqualTo(ExitCode.REFUSED);
        arrived.countDown();
        String out = ok("feeds", "run", "--from", place);
        assertThat(out).contains("cwe completed: 11 created");
        assertThat(ok("feeds", "quarantine", "--json")).isEqualToIgnoringWhitespace("[]");
        assertFails(
                ExitCode.REFUSED,
                "expected the number of a quarantined record",
                "feeds",
                "quarantine",
                "replay",
                "5");
    }

    @Test
    void withoutAnEngineACommandTakesEffectInTheNextOne() {
        pawl.close();
        assertThat(ok("feeds", "status")).contains("no engine is open");
        assertThat(ok("feeds", "pause", "cve")).contains("no engine is open: the order is stored");
        assertThat(ok("feeds", "stop", "cve", "--json")).contains("\"engine\" : false");
        Path documents = directory.resolve("documents");
        assertThat(terminal.run("feeds", "run", "--from", "cwe=" + documents).code()).isZero();
        assertThat(ok("feeds", "status", "--json")).contains("\"cause\" : \"STOPPED\"");
    }

    @Test
    void drainTakesBackAllPermits() {
        assertThat(ok("feeds", "drain")).contains("all permits are revoked");
        arrived.countDown();
        until("DRAINED");
        assertThat(ok("feeds", "status", "--json")).contains("\"state\" : \"DRAINED\"");
    }
}
