package dev.pawl.store.sqlite;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/// Where a projection writes to: the tables of the file, or the tail that a reader keeps in memory.
///
/// In the file, a removed row is deleted and a known run is updated. The tail covers the file:
/// there a removal is a row of its own, and every run is written in full.
final class ProjectionTarget {
    /// The columns of a run that may change, followed by those that keep their first value.
    static final List<String> CHANGING =
            List.of(
                    "machine",
                    "definition",
                    "status",
                    "version",
                    "state",
                    "wake",
                    "updated",
                    "ended",
                    "attempt",
                    "behind",
                    "error",
                    "chain",
                    "body",
                    "response");

    static final List<String> FIXED =
            List.of(
                    "key",
                    "parent",
                    "follows",
                    "cause",
                    "queue",
                    "priority",
                    "idempotency",
                    "created",
                    "request",
                    "id");

    static final ProjectionTarget TABLES = new ProjectionTarget("main", "");
    static final ProjectionTarget TAIL = new ProjectionTarget("temp", "_tail");

    private static final long TAIL_IDS = 1L << 40;

    private final boolean hasRows;
    private final String run;
    private final String updateRun;
    private final String addChunk;
    private final String putMessage;
    private final String removeMessage;
    private final String putDocument;
    private final String removeDocument;
    private final String machine;
    private final String definition;

    private ProjectionTarget(String schema, String suffix) {
        String prefix = schema + ".";
        hasRows = suffix.isEmpty();
        run = prefix + "run" + suffix;
        updateRun =
                "update %s set %s = ? where id = ?".formatted(run, String.join(" = ?, ", CHANGING));
        addChunk =
                "insert into %shistory_chunk%s(position, run, first, last, chain, entries)"
                                .formatted(prefix, suffix)
                        + " values (?, ?, ?, ?, ?, cast(? as text))";
        putMessage =
                "insert or replace into %smessage%s(id, recipient, kind, name, sent, body)"
                                .formatted(prefix, suffix)
                        + " values (?, ?, ?, ?, ?, ?)";
        String document = prefix + "document" + suffix;
        putDocument =
                "insert or replace into "
                        + document
                        + "(kind, name, body) values"
                        + " (?, ?, cast(? as text))";
        removeMessage =
                hasRows
                        ? "delete from main.message where id = ?"
                        : "insert or replace into temp.message_taken(id) values (?)";
        removeDocument =
                hasRows
                        ? "delete from " + document + " where kind = ? and name = ?"
                        : "insert or replace into " + document + "(kind, name) values (?, ?)";
        machine = prefix + "machine" + suffix;
        definition = prefix + "definition" + suffix;
    }

    /// Returns whether runs that are not new have a row here.
    boolean hasRows() {
        return hasRows;
    }

    /// Returns the statement that inserts a run with values for some columns, each a bit counted
    /// from the lowest, [#CHANGING] first.
    String putRun(int present) {
        List<String> columns = new ArrayList<>(CHANGING);
        columns.addAll(FIXED);
        List<String> given = new ArrayList<>();
        for (int i = 0; i < columns.size(); i++) {
            if ((present & 1 << i) != 0) given.add(columns.get(i));
        }
        // In the file an inserted run is new; looking for a row to replace would cost time.
        return "%s into %s(%s) values (%s)"
                .formatted(
                        hasRows ? "insert" : "insert or replace",
                        run,
                        String.join(", ", given),
                        String.join(", ", Collections.nCopies(given.size(), "?")));
    }

    String updateRun() {
        return updateRun;
    }

    String addChunk() {
        return addChunk;
    }

    String putMessage() {
        return putMessage;
    }

    String removeMessage() {
        return removeMessage;
    }

    String putDocument() {
        return putDocument;
    }

    String removeDocument() {
        return removeDocument;
    }

    String findMachine() {
        return "select id from machine where name = ?";
    }

    String addMachine() {
        return added(machine, "name", "?");
    }

    String findDefinition() {
        return "select id from definition where machine = ? and version = ? and fingerprint = ?";
    }

    String addDefinition() {
        return added(definition, "machine, version, fingerprint", "?, ?, ?");
    }

    /// The ids of the tail start beyond all ids that the file will ever assign.
    private String added(String table, String columns, String values) {
        return "insert into %s(id, %s) select coalesce(max(id), %d) + 1, %s from %s"
                .formatted(table, columns, hasRows ? 0 : TAIL_IDS, values, table);
    }
}
