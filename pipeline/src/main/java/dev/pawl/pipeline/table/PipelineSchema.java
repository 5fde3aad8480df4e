package dev.pawl.pipeline.table;

import dev.pawl.machine.OwnTables;
import dev.pawl.machine.Transaction.Flavour;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/// The tables of a pipeline in the engine's store.
///
/// `run_metadata`, `worker_runs` and `partition_progress` have the columns of the specification;
/// what it has no column for is in tables of its own beside them.
public final class PipelineSchema {
    private static final Map<Flavour, Map<String, String>> TYPES =
            Map.of(
                    Flavour.POSTGRESQL,
                    Map.of(
                            "UUID", "uuid",
                            "TIME", "timestamp with time zone",
                            "JSON", "jsonb",
                            "FLAG", "boolean",
                            "NOW", "now()",
                            "NONE", "false"),
                    Flavour.SQLITE,
                    Map.of(
                            "UUID", "text",
                            "TIME", "text",
                            "JSON", "text",
                            "FLAG", "integer",
                            "NOW", "(strftime('%Y-%m-%dT%H:%M:%f000Z', 'now'))",
                            "NONE", "0"));

    public static final OwnTables TABLES =
            new OwnTables(
                    "pipeline",
                    List.of(
                            statements(documented()),
                            statements(own()),
                            statements(watermarks()),
                            anchors()));

    private PipelineSchema() {}

    private static List<String> documented() {
        return List.of(
                """
                create table run_metadata (
                  run_id $UUID primary key,
                  run_type text not null,
                  expected_workers integer not null,
                  completed_workers integer default 0,
                  failed_workers integer default 0,
                  watermark_before $TIME,
                  watermark_after $TIME,
                  started_at $TIME default $NOW,
                  completed_at $TIME)
                """,
                """
                create table worker_runs (
                  id $UUID primary key,
                  run_id $UUID not null references run_metadata(run_id),
                  partition_id text not null,
                  worker_id text not null,
                  status text not null,
                  records_processed integer default 0,
                  error_message text,
                  work_item_payload $JSON,
                  started_at $TIME default $NOW,
                  completed_at $TIME,
                  unique (run_id, partition_id))
                """,
                """
                create table partition_progress (
                  run_id $UUID not null,
                  partition_id text not null,
                  next_offset integer not null default 0,
                  completed $FLAG not null default $NONE,
                  created_at $TIME default $NOW,
                  updated_at $TIME default $NOW,
                  primary key (run_id, partition_id))
                """);
    }

    private static List<String> own() {
        return List.of(
                """
                create table pipeline_runs (
                  run_id $UUID primary key,
                  feed text not null,
                  engine_run text not null,
                  trace_id text not null,
                  window_from text,
                  window_to text not null,
                  policy text not null,
                  remarks text not null default '',
                  forced_by text,
                  force_reason text,
                  stalled_since text,
                  failure text,
                  report text,
                  created_at text not null)
                """,
                """
                create table pipeline_partitions (
                  run_id $UUID not null,
                  partition_id text not null,
                  number integer not null,
                  split_from text,
                  range text not null,
                  estimate bigint not null,
                  is_started integer not null check (is_started in (0, 1)),
                  pages integer not null default 0,
                  fetched bigint not null default 0,
                  unique_items bigint not null default 0,
                  unchanged bigint not null default 0,
                  counted bigint,
                  primary key (run_id, partition_id))
                """,
                """
                create table pipeline_consolidators (
                  run_id $UUID not null,
                  consolidator integer not null,
                  batches integer not null default 0,
                  inserted bigint not null default 0,
                  updated bigint not null default 0,
                  unchanged bigint not null default 0,
                  quarantined bigint not null default 0,
                  error_message text,
                  updated_at text not null,
                  primary key (run_id, consolidator))
                """);
    }

    private static List<String> watermarks() {
        return List.of(
                """
                create table pipeline_watermarks (
                  feed text primary key,
                  value text not null,
                  run_id $UUID,
                  version bigint not null check (version >= 1),
                  updated_at text not null)
                """,
                """
                create table pipeline_watermark_history (
                  feed text not null,
                  version bigint not null,
                  value_before text,
                  value text not null,
                  run_id $UUID,
                  actor text not null,
                  reason text not null,
                  at text not null,
                  primary key (feed, version))
                """);
    }

    /// The place of a partition: the last items that were read, and how often it was lost; and how
    /// many items had not changed since the run started when the last one was read.
    private static List<String> anchors() {
        return List.of(
                "alter table pipeline_partitions add column anchors text not null default ''",
                "alter table pipeline_partitions add column rereads integer not null default 0",
                "alter table pipeline_partitions add column steady bigint not null default 0");
    }

    /// Returns each statement for both databases.
    private static List<String> statements(List<String> templates) {
        List<String> all = new ArrayList<>();
        for (String template : templates) {
            for (Flavour flavour : Flavour.values()) {
                all.add(OwnTables.only(flavour, statement(flavour, template)));
            }
        }
        return all;
    }

    private static String statement(Flavour flavour, String template) {
        String text = template;
        for (var type : TYPES.getOrDefault(flavour, Map.of()).entrySet()) {
            text = text.replace("$" + type.getKey(), type.getValue());
        }
        return text;
    }
}
