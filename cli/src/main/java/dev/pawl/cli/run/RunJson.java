package dev.pawl.cli.run;

import dev.pawl.engine.Operators.Plan;
import dev.pawl.run.Failure;
import dev.pawl.run.HistoryEntry;
import dev.pawl.run.Message;
import dev.pawl.run.QueuePlace;
import dev.pawl.run.Run;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// The flat JSON of a run in `--json`; programs rely on its names.
public final class RunJson {
    private RunJson() {}

    /// Returns the fields of a run in a listing.
    public static Map<String, @Nullable Object> brief(Run run) {
        Map<String, @Nullable Object> json = new LinkedHashMap<>();
        QueuePlace place = run.origin().queuePlace();
        json.put("id", run.id());
        json.put("machine", run.machine());
        json.put("version", run.origin().machine().version());
        json.put("key", run.origin().key());
        json.put("status", run.status());
        json.put("state", run.state());
        json.put("attempt", run.progress().attempt());
        json.put("error", error(run));
        json.put("queue", place == null ? null : place.queue());
        json.put("priority", place == null ? null : place.priority());
        json.put("parent", run.parent());
        json.put("created", run.timing().created());
        json.put("since", run.timing().since());
        json.put("wakes", run.wake().orElse(null));
        json.put("ended", run.timing().ended());
        return json;
    }

    static Map<String, @Nullable Object> whole(Run run) {
        Map<String, @Nullable Object> json = brief(run);
        json.put("deadline", run.timing().deadline());
        json.put("after", run.origin().links().after());
        json.put("behind", run.origin().links().behind());
        json.put("cause", run.origin().links().cause());
        json.put("idempotency", run.origin().idempotency());
        json.put("labels", run.origin().labels());
        json.put("reason", run.condition().reason());
        json.put("ending", run.condition().ending());
        json.put("visits", run.progress().visits());
        json.put("children", run.data().family());
        json.put("inbox", run.data().inbox().stream().map(Message::name).toList());
        json.put("inboxSummary", InboxSummary.of(run.data().inbox()).lines());
        json.put("request", run.origin().request());
        json.put("response", run.data().response());
        json.put("context", run.data().context());
        json.put("memos", run.data().memos());
        json.put("entries", run.version());
        return json;
    }

    static Map<String, @Nullable Object> entry(HistoryEntry entry) {
        Map<String, @Nullable Object> json = new LinkedHashMap<>();
        json.put("seq", entry.seq());
        json.put("at", entry.at());
        json.put("kind", entry.kind());
        json.put("status", entry.status());
        json.put("state", entry.state());
        json.put("attempt", entry.attempt());
        json.put("actor", entry.actor());
        json.put("detail", entry.detail());
        return json;
    }

    static Map<String, @Nullable Object> plan(Plan plan) {
        Map<String, @Nullable Object> json = new LinkedHashMap<>();
        json.put("run", plan.run());
        json.put("effect", plan.effect());
        json.put("from", plan.from());
        json.put("fromState", plan.fromState());
        json.put("to", plan.to());
        json.put("toState", plan.toState());
        json.put("refusal", plan.refusal());
        return json;
    }

    private static @Nullable String error(Run run) {
        return run.failure().map(Failure::toString).orElse(null);
    }
}
