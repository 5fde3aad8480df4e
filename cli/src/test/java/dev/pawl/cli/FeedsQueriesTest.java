package dev.pawl.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.cli.shell.ExitCode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// Queries on all loaded samples, with one quarantined record.
@Timeout(120)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class FeedsQueriesTest {
    private Path directory;
    private Terminal terminal;

    @BeforeAll
    void load(@TempDir Path place) throws IOException {
        directory = place;
        Path documents = Samples.copy(directory.resolve("documents"));
        Files.writeString(
                documents.resolve("cce/cce-rhel8.csv"),
                "CCE-80857-1,A wrong check digit,,,,\n",
                StandardOpenOption.APPEND);
        terminal = new Terminal(directory.resolve("home"));
        Terminal.Answer answer = terminal.run("feeds", "run", "--from", documents.toString());
        assertThat(answer.out()).contains("1 record quarantined");
        assertThat(answer.code()).as(answer.err()).isZero();
    }

    private String ok(String... words) {
        return terminal.ok(feeds(words));
    }

    private void assertFails(int code, String message, String... words) {
        Terminal.Answer answer = terminal.run(feeds(words));
        assertThat(answer.err()).contains(message);
        assertThat(answer.code()).as(answer.err()).isEqualTo(code);
    }

    private static String[] feeds(String... words) {
        String[] all = new String[words.length + 1];
        all[0] = "feeds";
        System.arraycopy(words, 0, all, 1, words.length);
        return all;
    }

    @Test
    void statusHasItsJsonFields() {
        assertThat(ok("status", "--json"))
                .contains(
                        "\"id\" : \"main\"",
                        "\"state\" : \"STABILIZING\"",
                        "\"provider_count\" : 7",
                        "\"event_queue_len\" : 0",
                        "\"provider_states\" : {",
                        "\"TERMINATED\" : 7")
                .contains(
                        "\"id\" : \"cwe\"",
                        "\"provider_type\" : \"cwe\"",
                        "\"last_checkpoint\" : \"v2e::mitre::cwe::CWE-",
                        "\"processed_count\" : 11",
                        "\"error_count\" : 1",
                        "\"permits_held\" : 0",
                        "\"created_at\"",
                        "\"updated_at\"")
                .contains("\"cause\" : \"COMPLETED\"", "\"cycle\" : 1", "\"waits_for\" : \"\"")
                .contains("\"wakes_at\" : null", "\"blocked_by\" : [ ]", "\"expected\"")
                .contains("\"created\" : 11", "\"changed\"", "\"unchanged\"", "\"removed\"")
                .contains("\"started_at\"", "\"completed_at\"", "\"detail\"");
    }

    @Test
    void showsAnItemByUrnOrId() {
        assertThat(ok("show", "cwe-79"))
                .contains(
                        "v2e::mitre::cwe::CWE-79", "weakness of cwe", "live", "created", "ChildOf");
        assertThat(ok("show", "v2e::mitre::cwe::CWE-79", "--json"))
                .contains("\"urn\" : \"v2e::mitre::cwe::CWE-79\"", "\"status\" : \"live\"")
                .contains("\"links\" : [", "\"content\" : {", "\"first_seen\"", "\"history\" : [");
        assertThat(ok("show", "CVE-2014-0160")).contains("Heartbleed");
        assertFails(ExitCode.NOT_FOUND, "no item v2e::mitre::cwe::CWE-99999", "show", "CWE-99999");
        assertFails(ExitCode.USAGE, "expected a URN such as", "show", "something");
        assertFails(ExitCode.USAGE, "found 2 in", "show", "v2e::cwe");
    }

    @Test
    void findsItemsByWords() {
        assertThat(ok("search", "heartbeat", "extension")).contains("CVE-2014-0160");
        assertThat(ok("search", "heartbeat", "--source", "cve", "--json"))
                .contains("\"urn\" : \"v2e::nvd::cve::CVE-2014-0160\"", "\"kind\"", "\"title\"");
        assertThat(ok("search", "heartbeat", "--source", "cwe")).contains("No matches");
        assertThat(ok("search", "injection", "--limit", "1")).contains("Raise --limit to see more");
        assertFails(ExitCode.NOT_FOUND, "no source 'nvd'", "search", "x", "--source", "nvd");
        assertFails(ExitCode.USAGE, "--limit must be 1 or more", "search", "x", "--limit", "0");
    }

    @Test
    void findsLinksAndPaths() {
        assertThat(ok("links", "CWE-79")).contains("→", "ChildOf", "←");
        assertThat(ok("links", "CWE-79", "--json"))
                .contains("\"outgoing\" : true", "\"relation\"", "\"dangling\"");
        assertThat(ok("path", "CWE-79", "CWE-79")).contains("CWE-79");
        assertThat(ok("path", "CAPEC-66", "CWE-89")).contains("CAPEC-66", "weakness", "CWE-89");
        assertThat(ok("path", "CAPEC-66", "CWE-89", "--json")).contains("\"forward\" : true");
        assertFails(ExitCode.NOT_FOUND, "no item v2e::mitre::", "links", "CWE-99998");
        assertFails(ExitCode.NOT_FOUND, "no item v2e::mitre::", "path", "CWE-79", "T9999");
    }

    @Test
    void changesAreListedSinceATime() {
        assertThat(ok("changes", "--since", "1h", "--source", "cwe")).contains("created", "CWE-79");
        assertThat(ok("changes", "--since", "2020-01-01", "--limit", "3", "--json"))
                .contains("\"change\" : \"created\"", "\"fields\" : \"\"");
        assertThat(ok("changes", "--since", "2999-01-01T00:00:00Z")).contains("No changes");
        assertFails(ExitCode.USAGE, "such as 7d", "changes", "--since", "yesterday");
        assertFails(ExitCode.USAGE, "such as 7d", "changes", "--since", "2026-13-01");
    }

    @Test
    void itemsAreCounted() {
        assertThat(ok("stats")).containsPattern("cwe +weakness +8");
        assertThat(ok("stats", "--json"))
                .containsIgnoringWhitespaces(
                        """
                        "cwe" : { "category" : 2, "view" : 1, "weakness" : 8 }
                        """);
    }

    @Test
    void exportsItemsAsJsonAndCsv() throws IOException {
        String json = ok("export", "cwe", "--format", "json");
        assertThat(json).startsWith("[").endsWith("]\n").contains("\"content\":{\"");
        assertThat(json.lines().filter(line -> line.contains("\"urn\":"))).hasSize(11);
        assertThat(ok("export", "--kind", "nothing", "--format", "json"))
                .isEqualToIgnoringWhitespace("[]");
        Path file = directory.resolve("weaknesses.csv");
        assertThat(
                        ok(
                                "export",
                                "cwe",
                                "--kind",
                                "weakness",
                                "--format",
                                "csv",
                                "--output",
                                file + ""))
                .contains("Exported 8 items to");
        assertThat(Files.readAllLines(file))
                .hasSize(9)
                .first()
                .isEqualTo("urn,kind,title,status,links");
        assertThat(Files.readString(file))
                .contains("v2e::mitre::cwe::CWE-79,weakness,", "ChildOf=v2e::mitre::cwe::CWE-");
        assertThat(ok("export", "--format", "csv", "--output", file + "", "--json"))
                .contains("\"items\" :");
        assertFails(ExitCode.USAGE, "--format", "export");
        assertFails(
                ExitCode.NOT_FOUND,
                "--output must be a file",
                "export",
                "--format",
                "csv",
                "--output",
                directory.resolve("no/such/file").toString());
    }

    @Test
    void listsMissingItemsAndDocuments() {
        assertThat(ok("dangling", "--limit", "3")).contains("MISSING", "v2e::");
        assertThat(ok("dangling", "--json")).contains("\"example\"", "\"links\"");
        assertThat(ok("documents")).contains("cwec.xml", "note: ", "was skipped");
        assertThat(ok("documents", "--json")).contains("\"documents\" : [", "\"notes\" : [");
    }

    @Test
    void printsEventsInOrder() {
        assertThat(ok("events")).contains("cwe     PROVIDER_STARTED", "cwe     QUOTA_GRANTED");
        assertThat(ok("events", "--json").lines().findFirst().orElseThrow())
                .startsWith("{\"number\":1,")
                .contains("\"provider_id\":", "\"type\":");
        assertThat(ok("events", "--after", "3", "--json")).startsWith("{\"number\":4,");
        assertThat(ok("events", "--after", "99999")).isEmpty();
        assertFails(ExitCode.USAGE, "--after must be 0 or more", "events", "--after", "-1");
    }

    @Test
    void listsCheckpoints() {
        assertThat(ok("checkpoints", "cwe")).contains("v2e::mitre::cwe::", "yes");
        assertThat(ok("checkpoints", "cwe", "--limit", "1", "--json"))
                .contains(
                        "\"urn\" : \"v2e::mitre::cwe::",
                        "\"provider_id\" : \"cwe\"",
                        "\"processed_at\"",
                        "\"success\" : true",
                        "\"error_message\" : null");
        assertThat(ok("checkpoints", "--failed", "--json"))
                .contains("\"success\" : false", "check digit");
        assertThat(ok("checkpoints", "cwe", "--failed")).contains("No checkpoints");
    }

    @Test
    void listsAndShowsQuarantinedRecords() {
        assertThat(ok("quarantine")).contains("cce", "check digit");
        assertThat(ok("quarantine", "cwe")).contains("No quarantined records");
        assertThat(ok("quarantine", "--json")).contains("\"number\" : 1", "\"error_message\"");
        assertThat(ok("quarantine", "show", "1")).contains("A wrong check digit");
        assertThat(ok("quarantine", "show", "1", "--json")).contains("\"payload\"");
        assertFails(ExitCode.NOT_FOUND, "no quarantined record 7", "quarantine", "show", "7");
    }

    @Test
    void showsPermits() {
        assertThat(ok("permits")).contains("10 permits", "released");
        assertThat(ok("permits", "--limit", "2", "--json"))
                .contains(
                        "\"total\" : 10", "\"frozen\" : false", "\"held\" : { }", "\"audit\" : [");
    }
}
