package dev.pawl.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;

/// Every command that reads, for people and as JSON, on a store without an engine.
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class ReadingTest {
    private Terminal terminal;
    private Reviews.Left left;

    @BeforeAll
    void leaveRuns(@TempDir Path home) throws InterruptedException {
        left = Reviews.leave(home);
        terminal = new Terminal(home);
    }

    @Test
    void runsAreListedNewestFirst() {
        String out = ok("runs");

        assertThat(out.lines().toList().get(1)).startsWith(left.done().toString());
        assertThat(out)
                .contains("COMPLETED")
                .contains("key of draft")
                .contains("IllegalStateException: no ink");
        assertThat(ok("runs", "--oldest", "--limit", "1"))
                .contains(left.waiting().toString())
                .doesNotContain(left.done().toString())
                .contains("--limit N shows them");
    }

    @Test
    void runsAreFiltered() {
        assertThat(ok("runs", "--status", "backing-off,parked"))
                .contains(left.backingOff().toString())
                .doesNotContain(left.waiting().toString());
        assertThat(ok("runs", "--live")).doesNotContain(left.done().toString());
        assertThat(ok("runs", "--error", "NO INK")).contains(left.backingOff().toString());
        assertThat(ok("runs", "--key", "key of draft")).contains(left.waiting().toString());
        assertThat(ok("runs", "--state", "decide")).contains(left.waiting().toString());
        assertThat(ok("runs", "--queue", "desk", "--machine", "review").lines()).hasSize(4);
        assertThat(ok("runs", "--machine", "other")).isEqualTo("No run matches.\n");
    }

    @Test
    void runsAsJson() {
        assertThat(ok("runs", "--json", "--state", "decide"))
                .startsWith("[")
                .contains("\"id\" : \"" + left.waiting() + "\"")
                .contains("\"status\" : \"WAITING\"")
                .contains("\"key\" : \"key of draft\"");
        assertThat(ok("runs", "--json", "--machine", "other")).isEqualToIgnoringWhitespace("[]");
    }

    @Test
    void aRunIsShownWhole() {
        assertThat(ok("run", "show", left.waiting().toString()))
                .contains("review v1")
                .contains("WAITING in 'decide'")
                .contains("{\"value\":\"draft\"}")
                .contains("desk, priority 0");
        assertThat(ok("run", "show", left.waiting().toString(), "--json"))
                .contains("\"request\" : {\n    \"value\" : \"draft\"\n  }");
    }

    @Test
    void aHistoryIsShown() {
        assertThat(ok("run", "history", left.done().toString()))
                .contains("event consumed")
                .contains("ended");
        assertThat(ok("run", "history", left.done().toString(), "--json", "--after", "1"))
                .contains("\"kind\" : \"EVENT_CONSUMED\"")
                .doesNotContain("\"seq\" : 1,");
    }

    @Test
    void theEndOfAHistoryIsShown() {
        String id = left.done().toString();
        List<String> all = rows("run", "history", id);
        List<String> end = rows("run", "history", id, "--last", "2");
        assertThat(end.subList(1, end.size())).isEqualTo(all.subList(all.size() - 2, all.size()));
        assertThat(rows("run", "history", id, "--last", "999")).isEqualTo(all);
        // The narrower of the two bounds counts.
        List<String> after = rows("run", "history", id, "--after", "3", "--last", "999");
        assertThat(after.subList(1, after.size())).isEqualTo(all.subList(4, all.size()));
        assertThat(rows("run", "history", id, "--after", "1", "--last", "2")).isEqualTo(end);
        assertThat(ok("run", "history", id, "--last", "1", "--json"))
                .containsOnlyOnce("\"seq\"")
                .contains("\"kind\" : \"ENDED\"");
    }

    /// Returns the rows of a table without the padding of their columns.
    private List<String> rows(String... words) {
        return ok(words).lines().map(line -> line.strip().replaceAll(" +", " ")).toList();
    }

    @Test
    void anInboxIsSummarized() {
        assertThat(ok("run", "show", left.waiting().toString(), "--json"))
                .contains("\"inboxSummary\" : [ ]");
    }

    @Test
    void whyIsAnswered() {
        assertThat(ok("run", "why", left.backingOff().toString()))
                .contains("no engine is open")
                .contains("no ink");
        assertThat(ok("run", "why", left.waiting().toString(), "--json"))
                .contains("\"NO_ENGINE\"")
                .contains("Approve or Revise");
    }

    @Test
    void aUniqueStartOfAnIdIsEnough() {
        String all = left.waiting().toString();
        int length = 1;
        while (left.backingOff().toString().startsWith(all.substring(0, length))
                || left.done().toString().startsWith(all.substring(0, length))) {
            length++;
        }
        String lower = all.substring(0, length).toLowerCase(java.util.Locale.ROOT);
        assertThat(ok("run", "show", lower)).contains(all);
    }

    @Test
    void machinesAreListed() {
        assertThat(ok("machines")).contains("review").contains("prepare decide publish");
        assertThat(ok("machines", "--json")).contains("\"liveRuns\" : 2");
    }

    @Test
    void aMachineIsPrintedInEveryFormat() {
        assertThat(ok("diagram", "review")).isEqualTo(Reviews.REVIEW.mermaid());
        assertThat(ok("diagram", "review", "--format", "table"))
                .isEqualTo(Reviews.REVIEW.transitionTable());
        assertThat(ok("diagram", "review", "--format", "contract"))
                .isEqualTo(Reviews.REVIEW.contractTable());
        assertThat(ok("diagram", "review", "--format", "svg")).startsWith("<svg");
        assertThat(ok("diagram", "review", "--json")).contains("stateDiagram-v2");
    }

    @Test
    void queuesPoolsAndSchedulesAreListed() {
        assertThat(ok("queues")).contains("desk").contains("100 per 1m00s");
        assertThat(ok("queues", "--json")).contains("\"perKey\" : 1").contains("\"held\" : 1");
        assertThat(ok("pools")).contains("press");
        assertThat(ok("pools", "--json")).contains("\"capacity\" : 3");
        assertThat(ok("schedules")).contains("nightly");
        assertThat(ok("schedules", "--json")).contains("\"name\" : \"nightly\"");
    }

    @Test
    void storedDefinitionsFitTheirRuns() {
        assertThat(ok("check")).contains("Every live run fits.");
        assertThat(ok("check", "--json")).contains("\"ok\" : true").contains("\"FITS\"");
    }

    @Test
    void theStoreIsVerified() {
        assertThat(ok("verify")).contains("The store is consistent");
        assertThat(ok("verify", "--json")).contains("\"ok\" : true");
    }

    @Test
    void theLastStartIsReported() {
        assertThat(ok("report")).contains("closed gracefully").contains("0 attempts interrupted");
        assertThat(ok("report", "--all", "--json")).startsWith("[");
        assertThat(ok("report", "--json")).contains("\"crashed\" : false");
    }

    @Test
    void topShowsLiveRunsAndErrors() {
        assertThat(ok("top", "--once"))
                .contains("no engine is open")
                .contains("2 live runs")
                .contains("HELD UP");
        assertThat(ok("top", "--json")).contains("\"live\" : 2");
    }

    @Test
    void sqlIsAnswered() {
        String query = "select status, count(*) as n from runs group by status order by n, status";
        assertThat(ok("sql", query)).contains("BACKING_OFF  1");
        assertThat(ok("sql", query, "--csv"))
                .isEqualTo("status,n\nBACKING_OFF,1\nCOMPLETED,1\nWAITING,1\n");
        assertThat(ok("sql", query, "--json")).contains("\"status\" : \"WAITING\"");
        assertThat(ok("sql", "select 'a,\"b' as x", "--csv")).isEqualTo("x\n\"a,\"\"b\"\n");
    }

    @Test
    void everyCommandHasHelpWithExamples() {
        assertThat(ok("--help")).contains("Exit codes:").contains("Examples:");
        assertThat(ok("--help"))
                .contains("Runs:\n  start", "Store:\n  report", "Systems:\n  images", "\n  feeds")
                .doesNotContain("demo-worker", "Commands:");
        assertThat(ok()).isEqualTo(ok("--help"));
        for (String command : new String[] {"runs", "queues", "sql", "demo", "check", "top"}) {
            assertThat(ok(command, "--help")).contains("Examples:").contains("--home");
        }
        assertThat(ok("help", "run", "fork")).isEqualTo(ok("run", "fork", "--help"));
        assertThat(ok("help")).isEqualTo(ok("--help"));
        assertThat(ok("run", "fork", "--help")).contains("--from").contains("--reason");
        assertThat(ok("runs", "cancel", "--help")).contains("--yes");
    }

    private String ok(String... args) {
        return terminal.ok(args);
    }
}
