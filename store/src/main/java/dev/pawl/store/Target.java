package dev.pawl.store;

/// Where a projection goes: the tables of the file, or the tail that a reader keeps in memory.
///
/// In the file a removed row is deleted and a known run is updated. The tail covers the file: there
/// a removal is a row that says so, and every run is whole.
enum Target {
    TABLES("main", ""),
    TAIL("temp", "_tail");

    private static final long TAIL_IDS = 1L << 40;

    private final String putRun;
    private final String updateRun;
    private final String addChunk;
    private final String putMail;
    private final String removeMail;
    private final String putItem;
    private final String removeItem;
    private final String machine;
    private final String definition;

    Target(String schema, String suffix) {
        String prefix = schema + ".";
        String run = prefix + "run" + suffix;
        putRun =
                "insert or replace into %s(%s, %s) values (%s)"
                        .formatted(run, changing(), fixed(), "?, ".repeat(23) + "?");
        updateRun =
                "update %s set %s = ? where id = ?"
                        .formatted(run, changing().replace(", ", " = ?, "));
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
        boolean covers = !suffix.isEmpty();
        removeMail =
                covers
                        ? "insert or replace into temp.mail_taken(id) values (?)"
                        : "delete from main.mail where id = ?";
        removeItem =
                covers
                        ? "insert or replace into " + item + "(kind, name) values (?, ?)"
                        : "delete from " + item + " where kind = ? and name = ?";
        machine = prefix + "machine" + suffix;
        definition = prefix + "definition" + suffix;
    }

    // Constants of an enum are made before its static fields.
    private static String changing() {
        return "machine, definition, status, version, state, wake, updated, ended, attempt, error,"
                + " chain, body, response";
    }

    private static String fixed() {
        return "key, parent, follows, behind, cause, queue, priority, idempotency, created, request, id";
    }

    /// Returns whether runs that are not new have a row here.
    boolean hasRows() {
        return this == TABLES;
    }

    String putRun() {
        return putRun;
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
                .formatted(table, columns, hasRows() ? 0 : TAIL_IDS, values, table);
    }
}
