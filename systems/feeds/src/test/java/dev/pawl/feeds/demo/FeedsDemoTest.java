package dev.pawl.feeds.demo;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.engine.Engine;
import dev.pawl.engine.store.Filter;
import dev.pawl.engine.store.Page;
import dev.pawl.orchestrator.lifecycle.ProviderEvent;
import dev.pawl.orchestrator.lifecycle.ProviderState;
import dev.pawl.run.HistoryEntry;
import dev.pawl.run.Run;
import dev.pawl.store.SqliteStore;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// The demonstration from its start to its end; the tests of `pawl feeds demo` play it in every
/// build.
@Tag("long")
@Timeout(300)
final class FeedsDemoTest {
    @TempDir private Path home;

    @Test
    void showsEveryStateAndEveryEventAndEndsWithTheDifferences() throws Exception {
        List<String> messages = new ArrayList<>();
        try (FeedsDemo demo = FeedsDemo.open(home, SqliteStore.open(home.resolve("store")))) {
            demo.play(messages::add);
            assertThat(states(demo.engine())).isEqualTo(EnumSet.allOf(ProviderState.class));
            assertThat(demo.feeds().orchestrator().view(demo.engine()).events(0, 10_000))
                    .extracting(ProviderEvent::type)
                    .contains(ProviderEvent.Type.values());
        }
        assertThat(messages)
                .contains(
                        "removed v2e::mitre::cwe::CWE-787",
                        "created v2e::nvd::cve::CVE-2099-00601");
        assertThat(messages.getLast()).contains("every state");
    }

    /// Returns all states of all providers; an ended one is terminated.
    private static Set<ProviderState> states(Engine engine) {
        Set<ProviderState> seen = EnumSet.noneOf(ProviderState.class);
        for (Run run : engine.runs(Filter.ALL.machine("provider"), Page.newest(100))) {
            if (run.status().isEnd()) seen.add(ProviderState.TERMINATED);
            for (HistoryEntry each : engine.history(run.id(), 0, 10_000)) {
                if (!each.status().isEnd()) seen.add(ProviderState.valueOf(each.state()));
            }
        }
        return seen;
    }
}
