package dev.pawl.controller;

import dev.pawl.machine.JsonCodec;
import dev.pawl.machine.Transaction;
import dev.pawl.run.Payload;
import dev.pawl.run.RunId;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// The rows of one object, as its steps write them.
///
/// @param kept how many decisions are kept
/// @param inputBytes the largest input that is kept
record ObjectRows(String kind, ObjectKey key, RunId run, int kept, int inputBytes) {
    private static final int RESULT_CHARS_MAX = 2_000;

    /// Writes the object's row; a null summary keeps the last one.
    void object(Transaction tx, ObjectContext context, @Nullable String summary, Instant now) {
        Problem problem = context.problem();
        ObjectContext.Hold hold = context.hold();
        Instant wake = context.wakeAt();
        tx.update(
                "insert into controller_objects (kind, namespace, name, run, generation, summary,"
                        + " decisions, wake_at, problem, remark, held_by, held_reason, updated_at)"
                        + " values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) on conflict (kind,"
                        + " namespace, name) do update set run = excluded.run, generation ="
                        + " excluded.generation, summary = case when excluded.summary = '' then"
                        + " controller_objects.summary else excluded.summary end, decisions ="
                        + " excluded.decisions, wake_at = excluded.wake_at, problem ="
                        + " excluded.problem, remark = excluded.remark, held_by = excluded.held_by,"
                        + " held_reason = excluded.held_reason, updated_at = excluded.updated_at",
                kind,
                key.namespace(),
                key.name(),
                run.toString(),
                context.generation(),
                summary == null ? "" : summary,
                context.activity().decisions(),
                wake == null ? null : wake.toString(),
                problem == null ? null : ControllerCauses.text(problem),
                context.activity().remark(),
                hold == null ? null : hold.actor(),
                hold == null ? null : hold.reason(),
                now.toString());
    }

    void decision(Transaction tx, DecisionRules.Answer.Decided decided, Instant now) {
        DecisionRow.Content content = decided.content();
        long number = decided.next().activity().decisions();
        boolean isKept = content.input().length() <= inputBytes;
        tx.update(
                "insert into controller_decisions (kind, namespace, name, number, at, generation,"
                        + " summary, difference, input_hash, input, memory_before, memory_after,"
                        + " actions, target_status, result)"
                        + " values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
                kind,
                key.namespace(),
                key.name(),
                number,
                now.toString(),
                decided.next().generation(),
                decided.summary(),
                difference(tx, number, decided),
                content.inputHash(),
                isKept ? content.input() : null,
                content.memoryBefore(),
                content.memoryAfter(),
                JsonCodec.JSON.encode(content.actions()).text(),
                content.update(),
                decided.next().pending() == null ? "nothing to do" : null);
        tx.update(
                "delete from controller_decisions where kind = ? and namespace = ? and name = ?"
                        + " and number <= ?",
                kind,
                key.namespace(),
                key.name(),
                number - kept);
    }

    private String difference(Transaction tx, long number, DecisionRules.Answer.Decided decided) {
        List<String> before =
                tx.query(
                        "select actions, target_status, memory_after from controller_decisions"
                                + " where kind = ? and namespace = ? and name = ? and number = ?",
                        row ->
                                new DecisionRow.Content(
                                                "",
                                                "",
                                                row.text(3),
                                                List.of(
                                                        JsonCodec.JSON.decode(
                                                                Payload.of(row.text(1)),
                                                                String[].class)),
                                                row.text(2))
                                        .decision(),
                        kind,
                        key.namespace(),
                        key.name(),
                        number - 1);
        if (before.isEmpty()) return "first decision";
        return String.join(
                "\n", JsonDifference.of(before.getFirst(), decided.content().decision()));
    }

    void result(Transaction tx, long number, String result) {
        tx.update(
                "update controller_decisions set result = ? where kind = ? and namespace = ? and"
                        + " name = ? and number = ?",
                result.length() <= RESULT_CHARS_MAX
                        ? result
                        : result.substring(0, RESULT_CHARS_MAX - 1) + "…",
                kind,
                key.namespace(),
                key.name(),
                number);
    }

    /// Removes everything about an object that is gone.
    void gone(Transaction tx) {
        for (String table : List.of("controller_objects", "controller_decisions")) {
            tx.update(
                    "delete from %s where kind = ? and namespace = ? and name = ?".formatted(table),
                    kind,
                    key.namespace(),
                    key.name());
        }
    }
}
