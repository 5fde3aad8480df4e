package dev.pawl.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import com.sun.net.httpserver.SimpleFileServer;
import com.sun.net.httpserver.SimpleFileServer.OutputLevel;
import dev.pawl.cli.shell.ExitCode;
import dev.pawl.store.Pawl;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// `pawl feeds run`, and all commands before the first run.
@Timeout(120)
class FeedsTest {
    @TempDir Path directory;

    private Path documents;
    private Path home;
    private Terminal terminal;

    @BeforeEach
    void makeDocuments() throws IOException {
        documents = Samples.copy(directory.resolve("documents"));
        home = directory.resolve("home");
        terminal = new Terminal(home);
    }

    private Terminal.Answer run(String... more) {
        String[] words = new String[more.length + 2];
        words[0] = "feeds";
        words[1] = "run";
        System.arraycopy(more, 0, words, 2, more.length);
        return terminal.run(words);
    }

    private String ok(String... words) {
        Terminal.Answer answer = terminal.run(words);
        assertThat(answer.code()).as(answer.err()).isZero();
        return answer.out();
    }

    private static void assertFails(int code, String message, Terminal.Answer answer) {
        assertThat(answer.err()).contains(message);
        assertThat(answer.code()).as(answer.err()).isEqualTo(code);
    }

    @Test
    void loadsAllSourcesAndPrintsResultsAndNextSteps() {
        Terminal.Answer first = run("--from", documents.toString());
        assertThat(first.code()).as(first.err()).isZero();
        assertThat(first.err()).isEmpty();
        assertThat(first.out())
                .contains("cwe started", "cwe completed: 11 created", "attack completed", "CREATED")
                .contains("STABILIZING", "pawl feeds search")
                .containsOnlyOnce("stix-capec.json was skipped");
        assertThat(first.out().indexOf("capec started"))
                .isGreaterThan(first.out().indexOf("cwe completed"));
        assertThat(ok("feeds", "status")).contains("STABILIZING  7 sources").contains("TERMINATED");
    }

    @Test
    void remembersLocationsAndLoadsOnlyChanges() throws IOException {
        assertThat(run("--from", documents.toString()).code()).isZero();
        assertThat(home.resolve("feeds.json")).content().contains("\"cwe\"");
        Path cwe = documents.resolve("cwe/cwec.xml");
        Files.writeString(
                cwe,
                Files.readString(cwe)
                        .replace("Improper Neutralization", "Proper Neutralization")
                        .replaceFirst("Date=\"[0-9-]+\"", "Date=\"2030-01-01\""));
        String second = run("--json").out();
        assertThat(second).contains("\"outcome\" : \"completed\"").contains("\"cycle\" : 2");
        assertThat(ok("feeds", "changes", "--since", "1h", "--source", "cwe"))
                .contains("changed", "CWE-79", "Name");
    }

    @Test
    void printsOnlyTheFinalObjectAsJson() {
        Terminal.Answer answer = run("--from", documents.toString(), "--json");
        assertThat(answer.err()).isEmpty();
        assertThat(answer.out().strip()).startsWith("{").endsWith("}");
        assertThat(answer.out())
                .contains("\"outcome\" : \"completed\"", "\"state\" : \"STABILIZING\"")
                .contains("\"provider_count\" : 7", "\"notes\" : [", "\"processed_count\" : 11");
    }

    @Test
    void loadsTheSourcesWithDocumentsAtALocation() {
        Terminal.Answer some = run("--from", documents.resolve("cwe").toString());
        assertThat(some.code()).as(some.err()).isZero();
        assertThat(some.err())
                .contains("no documents found for cve, capec, attack, ssg, asvs, cce");
        assertThat(ok("feeds", "stats", "--json"))
                .isEqualToNormalizingWhitespace(
                        """
                        { "cwe" : { "category" : 2, "view" : 1, "weakness" : 8 } }
                        """);
        Terminal.Answer one = run("--from", "cce=" + documents.resolve("cce"));
        assertThat(one.code()).as(one.err()).isZero();
        assertThat(one.out()).contains("cce completed").doesNotContain("cwe started");
        assertThat(run().out()).contains("cce started", "cwe started");
    }

    @Test
    void loadsDependenciesFirst() {
        Terminal.Answer answer = run("attack", "--from", documents.toString(), "--permits", "2");
        assertThat(answer.code()).as(answer.err()).isZero();
        assertThat(answer.out()).contains("cwe completed", "capec completed", "attack completed");
        assertThat(ok("feeds", "permits")).contains("2 permits");
    }

    @Test
    void reportsAFailedSourceAndTheOnesItBlocks() throws IOException {
        assertThat(run("--from", documents.toString(), "cve").code()).isZero();
        Path cwe = documents.resolve("cwe/cwec.xml");
        String whole = Files.readString(cwe);
        assertThat(run("--from", documents.toString(), "capec", "--json").code()).isZero();
        Files.writeString(cwe, whole.substring(0, whole.length() / 2));
        Terminal.Answer broken = run("cwe", "asvs", "--from", "asvs=" + documents.resolve("asvs"));
        assertThat(broken.code()).as(broken.out()).isEqualTo(ExitCode.NO);
        assertThat(broken.out()).contains("cwe failed", "Retry with `pawl feeds run cwe`");
        Files.writeString(cwe, whole);
        Terminal.Answer again = run("cwe", "asvs");
        assertThat(again.code()).as(again.out()).isZero();
    }

    @Test
    void theFirstRunSaysWhatItNeeds() {
        assertFails(ExitCode.USAGE, "Pass --from DIR", run("--offline"));
        assertFails(ExitCode.USAGE, "cve must be downloaded", run("cve", "--offline"));
        assertThat(home).doesNotExist();
    }

    @Test
    void aMirrorReplacesThePublisher() {
        InetSocketAddress free = new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);
        HttpServer mirror = SimpleFileServer.createFileServer(free, documents, OutputLevel.NONE);
        mirror.start();
        try {
            int port = mirror.getAddress().getPort();
            String address = "cwe=http://127.0.0.1:%d/cwe/cwec.xml".formatted(port);
            assertFails(
                    ExitCode.USAGE, "cwe must be downloaded", run("--offline", "--from", address));
            Terminal.Answer answer = run("--from", address);
            assertThat(answer.code()).as(answer.err()).isZero();
            assertThat(answer.out()).contains("cwe completed: 11 created");
        } finally {
            mirror.stop(0);
        }
    }

    @Test
    void rejectsWrongArgumentsAndCreatesNothing() throws IOException {
        assertFails(ExitCode.NOT_FOUND, "no source 'cvs' (has: cve, cwe", run("cvs"));
        String missing = documents.resolve("missing").toString();
        assertFails(ExitCode.NOT_FOUND, "found nothing at " + missing, run("--from", missing));
        assertFails(
                ExitCode.NOT_FOUND,
                "expected documents of ssg in",
                run("--from", "ssg=" + documents.resolve("cwe")));
        assertFails(ExitCode.NOT_FOUND, "no source 'nvd'", run("--from", "nvd=" + documents));
        assertFails(
                ExitCode.USAGE,
                "a URL belongs to one source: expected --from SOURCE=https://nvd.nist.gov/",
                run("--from", "https://nvd.nist.gov/"));
        Path empty = Files.createDirectory(directory.resolve("empty"));
        assertFails(
                ExitCode.NOT_FOUND,
                "expected documents of all sources in",
                run("--from", empty.toString()));
        assertFails(ExitCode.USAGE, "permits must be 1 to 10000, found -1", run("--permits", "-1"));
        assertThat(home).doesNotExist();
        Files.createDirectories(home);
        Files.writeString(home.resolve("feeds.json"), "no JSON at all");
        assertFails(ExitCode.STORE, "feeds.json, found something else", run());
    }

    @Test
    void everyCommandSaysHowToStartWhenNothingIsLoaded() {
        String[][] commands = {
            {"feeds", "status"},
            {"feeds", "permits"},
            {"feeds", "events"},
            {"feeds", "checkpoints"},
            {"feeds", "quarantine"},
            {"feeds", "schedule"},
            {"feeds", "show", "CWE-79"},
            {"feeds", "search", "x"},
            {"feeds", "links", "CWE-79"},
            {"feeds", "path", "CWE-79", "CWE-80"},
            {"feeds", "changes", "--since", "1d"},
            {"feeds", "stats"},
            {"feeds", "export", "--format", "csv"},
            {"feeds", "dangling"},
            {"feeds", "documents"},
            {"feeds", "pause", "cve"},
            {"feeds", "drain"},
            {"feeds", "permits", "set", "3"},
            {"feeds", "quarantine", "replay", "1"},
        };
        for (String[] each : commands) {
            assertFails(
                    ExitCode.STORE, "start with `pawl feeds run --from DIR`", terminal.run(each));
        }
        try (Pawl pawl = Reviews.open(home)) {
            assertThat(pawl.engine()).isNotNull();
        }
        assertFails(ExitCode.STORE, "no feeds are loaded", terminal.run("feeds", "stats"));
        assertFails(ExitCode.STORE, "no feeds are loaded", terminal.run("feeds", "drain"));
    }

    @Test
    void everyCommandHelpHasAnExample() {
        String[] names = {
            "run",
            "status",
            "pause",
            "resume",
            "stop",
            "start",
            "retry",
            "drain",
            "permits",
            "events",
            "checkpoints",
            "quarantine",
            "schedule",
            "show",
            "search",
            "links",
            "path",
            "changes",
            "stats",
            "export",
            "dangling",
            "documents",
        };
        assertThat(ok("feeds", "--help")).contains(names);
        for (String name : names) {
            assertThat(ok("feeds", name, "--help")).contains("Examples:", "  pawl feeds " + name);
        }
    }
}
