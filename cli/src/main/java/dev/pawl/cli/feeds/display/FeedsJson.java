package dev.pawl.cli.feeds.display;

import dev.pawl.feeds.database.ItemQueries;
import dev.pawl.orchestrator.MacroStats;
import dev.pawl.orchestrator.OrchestrationView;
import dev.pawl.orchestrator.ProviderStats;
import dev.pawl.orchestrator.lifecycle.ProviderEvent;
import dev.pawl.run.Payload;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Sources, events and items as JSON. Programs rely on the field names.
public final class FeedsJson {
    private FeedsJson() {}

    public static Map<String, @Nullable Object> macro(MacroStats stats) {
        Map<String, @Nullable Object> json = new LinkedHashMap<>();
        json.put("id", stats.id());
        json.put("state", stats.state());
        json.put("provider_count", stats.providerCount());
        json.put("event_queue_len", stats.eventQueueLen());
        json.put("provider_states", stats.providerStates());
        json.put("created_at", stats.createdAt());
        json.put("updated_at", stats.updatedAt());
        return json;
    }

    public static Map<String, @Nullable Object> provider(ProviderStats stats) {
        ProviderStats.Row row = stats.row();
        Map<String, @Nullable Object> json = new LinkedHashMap<>();
        json.put("id", row.id());
        json.put("state", stats.state());
        json.put("provider_type", row.providerType());
        json.put("last_checkpoint", row.times().lastCheckpoint());
        json.put("processed_count", row.counts().processedTotal());
        json.put("error_count", row.counts().errorTotal());
        json.put("permits_held", stats.permitsHeld());
        json.put("created_at", row.times().created());
        json.put("updated_at", stats.updatedAt());
        json.put("run", stats.run());
        json.put("wanted", row.isWanted());
        json.put("blocked_by", row.isWanted() ? stats.blockedBy() : List.of());
        json.put("waits_for", stats.waitsFor());
        json.put("wakes_at", stats.wakesAt());
        json.put("paused", stats.waiting().pause());
        json.put("cause", row.cause());
        json.put("detail", row.detail());
        cycle(row, json);
        return json;
    }

    private static void cycle(ProviderStats.Row row, Map<String, @Nullable Object> json) {
        ProviderStats.Counts counts = row.counts();
        json.put("cycle", row.cycle());
        json.put("started_at", row.times().started());
        json.put("completed_at", row.times().completed());
        json.put("processed", counts.processed());
        json.put("expected", counts.expected());
        json.put("created", counts.changes().created());
        json.put("changed", counts.changes().changed());
        json.put("unchanged", counts.changes().unchanged());
        json.put("removed", counts.changes().removed());
        json.put("errors", counts.errors());
    }

    public static Map<String, @Nullable Object> event(ProviderEvent event) {
        Map<String, @Nullable Object> json = new LinkedHashMap<>();
        json.put("number", event.number());
        json.put("at", event.at());
        json.put("type", event.type());
        json.put("provider_id", event.provider());
        json.put("count", event.count());
        json.put("detail", event.detail());
        return json;
    }

    public static Map<String, @Nullable Object> checkpoint(
            OrchestrationView.Checkpoint checkpoint) {
        Map<String, @Nullable Object> json = new LinkedHashMap<>();
        json.put("urn", checkpoint.urn());
        json.put("provider_id", checkpoint.providerId());
        json.put("processed_at", checkpoint.processedAt());
        json.put("success", checkpoint.success());
        json.put("error_message", checkpoint.success() ? null : checkpoint.errorMessage());
        return json;
    }

    public static Map<String, @Nullable Object> quarantined(OrchestrationView.Quarantined record) {
        Map<String, @Nullable Object> json = new LinkedHashMap<>();
        json.put("number", record.number());
        json.put("provider_id", record.provider());
        json.put("urn", record.urn());
        json.put("error_message", record.error());
        json.put("attempts", record.attempts());
        json.put("first_at", record.firstAt());
        json.put("last_at", record.lastAt());
        return json;
    }

    public static Map<String, @Nullable Object> item(
            ItemQueries.Whole item, List<ItemQueries.Neighbour> links) {
        ItemQueries.Brief brief = item.brief();
        Map<String, @Nullable Object> json = new LinkedHashMap<>();
        json.put("urn", brief.urn());
        json.put("source", brief.source());
        json.put("kind", brief.kind());
        json.put("title", brief.title());
        json.put("status", status(brief));
        json.put("hash", brief.hash());
        json.put("first_seen", brief.firstSeen());
        json.put("written_at", brief.times().written());
        json.put("removed_at", brief.times().removed());
        json.put("links", links.stream().map(FeedsJson::reference).toList());
        json.put("content", Payload.of(item.content()));
        return json;
    }

    private static Map<String, String> reference(ItemQueries.Neighbour link) {
        Map<String, String> json = new LinkedHashMap<>();
        json.put("relation", link.relation());
        json.put("to", link.urn());
        return json;
    }

    /// Returns `live`, `retired` if the publisher has withdrawn the item, or `removed`.
    public static String status(ItemQueries.Brief brief) {
        if (brief.times().removed() != null) return "removed";
        return brief.retired() ? "retired" : "live";
    }
}
