package dev.pawl.cli.diamonds.display;

import dev.pawl.machine.JsonCodec;
import dev.pawl.pipeline.run.RunReport;
import dev.pawl.pipeline.table.PartitionRow;
import dev.pawl.pipeline.table.RunRow;
import dev.pawl.run.Payload;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// Runs and partitions as JSON. Programs rely on the field names.
public final class DiamondsJson {
    private static final Pattern CLASS = Pattern.compile("\\b[a-z]+(\\.\\w+)+: (?=\\w)");

    private DiamondsJson() {}

    public static Map<String, @Nullable Object> run(RunRow row, String state) {
        Map<String, @Nullable Object> json = new LinkedHashMap<>();
        json.put("run", row.run());
        json.put("engineRun", row.origin().engineRun());
        json.put("feed", row.origin().feed());
        json.put("type", row.origin().type());
        json.put("state", state);
        json.put("traceId", row.origin().traceId());
        json.put("windowFrom", row.window().from());
        json.put("windowTo", row.window().to());
        json.put("expectedWorkers", row.workers().expected());
        json.put("completedWorkers", row.workers().completed());
        json.put("failedWorkers", row.workers().failed());
        json.put("watermarkBefore", row.marks().before());
        json.put("watermarkAfter", row.marks().after());
        json.put("startedAt", row.startedAt());
        json.put("completedAt", row.completedAt());
        json.put("stalledSince", row.notes().stalledSince());
        json.put("forcedBy", row.notes().forcedBy());
        json.put("forceReason", row.notes().forceReason());
        json.put("failure", row.notes().failure());
        json.put("remarks", remarks(row));
        json.put("report", report(row).orElse(null));
        return json;
    }

    /// Returns what the plan of a run remarked.
    public static List<String> remarks(RunRow row) {
        return row.notes().remarks().lines().filter(line -> !line.isBlank()).toList();
    }

    /// Returns the report of a completed run.
    public static Optional<RunReport> report(RunRow row) {
        return Optional.ofNullable(row.notes().report())
                .map(text -> JsonCodec.JSON.decode(Payload.of(text), RunReport.class));
    }

    public static Map<String, @Nullable Object> partition(PartitionRow row) {
        Map<String, @Nullable Object> json = new LinkedHashMap<>();
        json.put("partition", row.partition().id());
        json.put("range", row.partition().range());
        json.put("estimate", row.partition().estimate());
        json.put("status", status(row));
        json.put("nextOffset", row.nextOffset());
        json.put("pages", row.counts().pages());
        json.put("fetched", row.counts().fetched());
        json.put("counted", row.counts().counted() < 0 ? null : row.counts().counted());
        json.put("error", row.error());
        return json;
    }

    /// Returns the status of a partition; `pending` before its worker starts.
    public static String status(PartitionRow row) {
        return row.status().isEmpty() ? "pending" : row.status();
    }

    /// Returns the last error of a partition for people, without the class that reported it.
    public static String error(PartitionRow row) {
        String error = row.error();
        return error == null ? "" : CLASS.matcher(error).replaceAll("");
    }

    /// Returns how long a run has taken, or takes until now.
    public static Duration time(RunRow row, Instant now) {
        Instant end = row.completedAt();
        return Duration.between(row.startedAt(), end == null ? now : end);
    }
}
