package dev.pawl.feeds;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.orchestrator.OrchestrationView;
import dev.pawl.orchestrator.ProviderStats;
import dev.pawl.orchestrator.provider.TableQuery;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/// The contents of the item database without times: they must not depend on crashes and retries.
record DatabaseContents(Map<String, Object> parts) {
    static final List<String> SOURCES =
            Arrays.stream(SourceKind.values()).map(SourceKind::id).toList();

    private static final Map<String, String> QUERIES =
            Map.of(
                    "items",
                    "select urn || ' ' || hash || ' ' || kind || ' ' || catalogue || ' '"
                            + " || (removed_at is null) from feed_items order by 1",
                    "links",
                    "select from_urn || ' ' || relation || ' ' || to_urn from feed_links"
                            + " order by 1",
                    "history",
                    "select urn || ' ' || change || ' ' || fields from feed_changes order by 1",
                    "documents",
                    "select digest || ' ' || cycle || ' ' || items || ' ' || is_complete"
                            + " from feed_documents order by 1",
                    "manifests",
                    "select digest || ' ' || first || ' ' || hashes from feed_manifests"
                            + " order by 1",
                    "words",
                    "select urn from feed_words join feed_items on feed_words.rowid = number"
                            + " order by 1");

    static DatabaseContents of(SimulatedFeeds process) {
        return of(process.sim().engine()::query, process.view());
    }

    static DatabaseContents of(TableQuery tables, OrchestrationView view) {
        Map<String, Object> parts = new TreeMap<>();
        QUERIES.forEach((name, sql) -> parts.put(name, tables.query(sql, row -> row.text(1))));
        parts.put("quarantine", view.quarantine("", 100).size());
        for (ProviderStats each : view.providers()) {
            parts.put("counts of " + each.row().id(), each.row().counts());
            parts.put("end of " + each.row().id(), String.valueOf(each.row().cause()));
        }
        return new DatabaseContents(parts);
    }

    void assertSameAs(DatabaseContents expected, String when) {
        expected.parts.forEach((what, value) ->
                assertThat(parts.get(what)).as("%s, %s", what, when).isEqualTo(value));
    }
}
