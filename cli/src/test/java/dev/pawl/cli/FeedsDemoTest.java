package dev.pawl.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.cli.shell.ExitCode;
import dev.pawl.engine.store.Filter;
import dev.pawl.engine.store.Page;
import dev.pawl.engine.store.Store;
import dev.pawl.orchestrator.lifecycle.ProviderEvent;
import dev.pawl.orchestrator.lifecycle.ProviderState;
import dev.pawl.run.HistoryEntry;
import dev.pawl.run.Run;
import dev.pawl.store.SqliteStore;
import java.nio.file.Path;
import java.util.EnumSet;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// `pawl feeds demo`, as a program reads it.
@Timeout(300)
class FeedsDemoTest {
    @TempDir Path directory;

    @Test
    void showsEveryStateAndKeepsTheDatabase() {
        Path home = directory.resolve("home");
        Terminal terminal = new Terminal(home);
        assertThat(terminal.ok("feeds", "demo"))
                .contains("Pausing cve", "You have seen every state of a source")
                .contains("pawl feeds search \"injection\" --home " + home);
        assertThat(states(home)).isEqualTo(EnumSet.allOf(ProviderState.class));

        assertThat(terminal.ok("feeds", "status", "--json"))
                .contains("\"state\" : \"STABILIZING\"")
                .containsPattern("\"provider_states\" : \\{\\s+\"TERMINATED\" : 7\\s+}")
                .contains("\"detail\" : \"cycle 2\"")
                .doesNotContain("FAILED");
        String events = terminal.ok("feeds", "events", "--json");
        for (ProviderEvent.Type type : ProviderEvent.Type.values()) {
            assertThat(events).contains("\"" + type + "\"");
        }
        assertThat(terminal.ok("feeds", "stats", "--json"))
                .contains("\"vulnerability\" : 605", "\"weakness\" : 7", "\"entry\" : 6");
        assertThat(terminal.ok("feeds", "changes", "--since", "1d", "--limit", "9999"))
                .containsPattern("removed +v2e::mitre::cwe::CWE-787")
                .containsPattern("created +v2e::nvd::cve::CVE-2099-00602");
        assertThat(terminal.ok("feeds", "search", "injection")).contains("::CWE-89");
        assertThat(terminal.ok("verify")).contains("consistent");
    }

    @Test
    void itNeedsAnEmptyDirectory() {
        Path home = directory.resolve("home");
        SqliteStore.open(home).close();
        Terminal.Answer refused = new Terminal(home).run("feeds", "demo");
        assertThat(refused.code()).isEqualTo(ExitCode.REFUSED);
        assertThat(refused.err()).contains("needs an empty directory");
    }

    /// Returns the states that providers have been in; those that ended are terminated.
    private static Set<ProviderState> states(Path home) {
        Set<ProviderState> seen = EnumSet.noneOf(ProviderState.class);
        try (Store store = SqliteStore.openReadOnly(home)) {
            for (Run run : store.runs(Filter.ALL.machine("provider"), Page.newest(100))) {
                if (run.status().isEnd()) seen.add(ProviderState.TERMINATED);
                for (HistoryEntry each : store.history(run.id(), 0, 10_000)) {
                    if (!each.status().isEnd()) seen.add(ProviderState.valueOf(each.state()));
                }
            }
        }
        return seen;
    }
}
