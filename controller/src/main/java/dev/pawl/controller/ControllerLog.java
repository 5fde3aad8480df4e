package dev.pawl.controller;

import dev.pawl.machine.JsonCodec;
import dev.pawl.machine.Transaction;
import dev.pawl.machine.Transaction.Row;
import dev.pawl.run.Payload;
import dev.pawl.run.RunId;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// The objects and decisions of one kind in a store. It only reads, so it also works without an
/// engine.
public final class ControllerLog {
    private static final String OBJECT =
            "select namespace, name, run, generation, summary, decisions, wake_at, problem,"
                    + " remark, held_by, held_reason, updated_at from controller_objects";
    private static final String DECISION =
            "select namespace, name, number, at, summary, difference, input_hash, input,"
                    + " memory_before, memory_after, actions, target_status, result"
                    + " from controller_decisions";

    private final Rows rows;
    private final String kind;

    /// Reads what a controller of this kind has recorded.
    ///
    /// @param rows such as `engine::query` or `store::query`
    public ControllerLog(Rows rows, String kind) {
        this.rows = rows;
        this.kind = kind;
    }

    /// Returns all objects, by name.
    public List<ObjectRow> objects() {
        return rows.query(
                OBJECT + " where kind = ? order by namespace, name", ControllerLog::object, kind);
    }

    /// Returns one object.
    public Optional<ObjectRow> object(ObjectKey key) {
        return rows
                .query(
                        OBJECT + " where kind = ? and namespace = ? and name = ?",
                        ControllerLog::object,
                        kind,
                        key.namespace(),
                        key.name())
                .stream()
                .findFirst();
    }

    /// Returns the kept decisions about an object, oldest first.
    public List<DecisionRow> decisions(ObjectKey key) {
        return rows.query(
                DECISION + " where kind = ? and namespace = ? and name = ? order by number",
                ControllerLog::decision,
                kind,
                key.namespace(),
                key.name());
    }

    private static ObjectRow object(Row row) {
        return new ObjectRow(
                new ObjectKey(row.text(1), row.text(2)),
                RunId.parse(row.text(3)),
                row.number(4),
                row.text(5),
                row.number(6),
                time(row, 7),
                text(row, 8),
                new ObjectRow.Notes(
                        text(row, 9), text(row, 10), text(row, 11), Instant.parse(row.text(12))));
    }

    private static DecisionRow decision(Row row) {
        Payload actions = Payload.of(row.text(11));
        return new DecisionRow(
                new ObjectKey(row.text(1), row.text(2)),
                row.number(3),
                Instant.parse(row.text(4)),
                row.text(5),
                row.text(6),
                row.text(7),
                new DecisionRow.Content(
                        row.isNull(8) ? "" : row.text(8),
                        row.text(9),
                        row.text(10),
                        List.of(JsonCodec.JSON.decode(actions, String[].class)),
                        row.text(12)),
                text(row, 13));
    }

    private static @Nullable String text(Row row, int column) {
        return row.isNull(column) ? null : row.text(column);
    }

    private static @Nullable Instant time(Row row, int column) {
        return row.isNull(column) ? null : Instant.parse(row.text(column));
    }

    /// Reads tables of the store, such as `engine::query` and `store::query` do.
    @FunctionalInterface
    public interface Rows {
        <T> List<T> query(String sql, Transaction.RowMapper<T> mapper, Object... parameters);
    }
}
