package dev.pawl.store;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/// Where a projection goes: the tables of the file, or the tail that a reader keeps in memory.
///
/// In the file a removed row is deleted and a known run is updated. The tail covers the file: there
/// a removal is a row that says so, and every run is whole.
final class Target {
    /// The columns of a run that may change, and those that stay as they were at its start.
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

    static final Target TABLES = new Target("main", "");
    static final Target TAIL = new Target("temp", "_tail");

    private static final long TAIL_IDS = 1L << 40;

    private final boolean hasRows;
    private final String run;
    private final String updateRun;
    private final String addChunk;
    private final String putMail;
    private final String removeMail;
    private final String putItem;
    private final String removeItem;
    private final String machine;
    private final String definition;

    private Target(String schema, String suffix) {
        String prefix = schema + ".";
        hasRows = suffix.isEmpty();
        run = prefix + "run" + suffix;
        updateRun =
                "update %s set %s = ? where id = ?".formatted(run, String.join(" = ?, ", CHANGING));
        addChunk =
                "insert into %shistory_chunk%s(position, run, first, last, chain, entries)"
                                .formatted(prefix, suffix)
                        + " values (?, ?, ?, ?, ?, cast(? as text))";
        putMail =
                "insert or replace into %smail%s(id, recipient, kind, name, sent, body)"
                                .formatted(prefix, suffix)
                        + " values (?, ?, ?, ?, ?, ?)";
        String item = prefix + "item" + suffix;
        putItem =
                "insert or replace into "
                        + item
                        + "(kind, name, body) values"
                        + " (?, ?, cast(? as text))";
        removeMail =
                hasRows
                        ? "delete from main.mail where id = ?"
                        : "insert or replace into temp.mail_taken(id) values (?)";
        removeItem =
                hasRows
                        ? "delete from " + item + " where kind = ? and name = ?"
                        : "insert or replace into " + item + "(kind, name) values (?, ?)";
        machine = prefix + "machine" + suffix;
        definition = prefix + "definition" + suffix;
    }

    /// Returns whether runs that are not new have a row here.
    boolean hasRows() {
        return hasRows;
    }

    /// Returns the statement that puts a run with values for some columns, each a bit counted from
    /// the lowest, [#CHANGING] first.
    String putRun(int present) {
        List<String> columns = new ArrayList<>(CHANGING);
        columns.addAll(FIXED);
        List<String> given = new ArrayList<>();
        for (int i = 0; i < columns.size(); i++) {
            if ((present & 1 << i) != 0) given.add(columns.get(i));
        }
        // In the file a run that is put is new; looking for one that it replaces costs time.
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

    String putMail() {
        return putMail;
    }

    String removeMail() {
        return removeMail;
    }

    String putItem() {
        return putItem;
    }

    String removeItem() {
        return removeItem;
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

    /// The numbers of the tail begin beyond those that the file will ever give.
    private String added(String table, String columns, String values) {
        return "insert into %s(id, %s) select coalesce(max(id), %d) + 1, %s from %s"
                .formatted(table, columns, hasRows ? 0 : TAIL_IDS, values, table);
    }
}
