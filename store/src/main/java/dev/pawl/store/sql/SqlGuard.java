package dev.pawl.store.sql;

import dev.pawl.engine.store.StoreException;
import dev.pawl.machine.SqlFailed;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// Checks SQL that is not Pawl's own before it is executed.
///
/// The driver does not expose SQLite's authorizer, so this class reads the text: it guards against
/// mistakes, not against attacks. It knows the words that precede the name of a written table;
/// names in other places are free, so a user's column may be called `run`.
public final class SqlGuard {
    private static final Set<String> WRITING =
            Set.of(
                    "select", "with", "values", "insert", "replace", "update", "delete", "create",
                    "drop", "alter");
    private static final Set<String> READING = Set.of("select", "with", "values", "explain");
    private static final Set<String> RESERVED =
            Set.of(
                    "journal",
                    "progress",
                    "machine",
                    "definition",
                    "status",
                    "run",
                    "history_chunk",
                    "message",
                    "document",
                    "migration",
                    "runs",
                    "history",
                    "queues",
                    "permits",
                    "schedules",
                    "sqlite_master",
                    "sqlite_schema");
    private static final Set<String> BEFORE_A_TABLE =
            Set.of("into", "update", "table", "index", "view", "trigger", "on", "to");
    private static final Set<String> BEFORE_A_RESOLUTION = Set.of("or", "conflict", "(");
    private static final Set<String> SKIPPED =
            Set.of(
                    "if",
                    "not",
                    "exists",
                    "or",
                    "abort",
                    "fail",
                    "ignore",
                    "replace",
                    "rollback",
                    "main",
                    ".");

    /// Comments, strings, quoted names, words, and single characters.
    private static final Pattern TOKEN =
            Pattern.compile(
                    "--[^\n]*|/\\*.*?\\*/|'(?:[^']|'')*'|\"((?:[^\"]|\"\")*)\"|`([^`]*)`"
                            + "|\\[([^]]*)]|(\\w+)|\\S",
                    Pattern.DOTALL);

    private SqlGuard() {}

    /// Refuses what a step may not do inside the store's transaction. In a file the names of Pawl's
    /// tables are reserved; in PostgreSQL they are in a schema of their own, and other names are
    /// free.
    public static void checkStep(String sql, Dialect dialect) {
        List<String> words = words(sql);
        String first = words.isEmpty() ? "" : words.getFirst();
        if (!WRITING.contains(first)) {
            throw bad(
                    "'%s' is not allowed in a step's SQL: the store ends the transaction;"
                                    .formatted(first)
                            + " allowed are "
                            + WRITING.stream().sorted().toList());
        }
        checkSingle(words);
        if (dialect instanceof Dialect.Sqlite) {
            checkImmediate(words);
            checkNoRollback(words);
        }
        if (READING.contains(first)
                && !words.contains("into")
                && !words.contains("update")
                && !words.contains("delete")) {
            return;
        }
        String written =
                writtenTable(
                        words,
                        switch (dialect) {
                            case Dialect.Sqlite _ -> RESERVED;
                            case Dialect.Postgres(String schema) -> Set.of(schema);
                        });
        if (!written.isEmpty()) {
            throw bad(
                    "%s belongs to Pawl, and a step may not write it: %s".formatted(written, sql));
        }
    }

    /// Refuses everything except a single query, with the exception of a store.
    public static void requireQuery(String sql) {
        try {
            checkQuery(sql);
        } catch (IllegalArgumentException e) {
            throw new StoreException(
                    StoreException.Kind.READ_ONLY, String.valueOf(e.getMessage()), e);
        }
    }

    /// Refuses everything except a single query.
    static void checkQuery(String sql) {
        List<String> words = words(sql);
        String first = words.isEmpty() ? "" : words.getFirst();
        if (!READING.contains(first)) {
            throw bad(
                    "only queries are allowed here (they start with select, with, values or"
                            + " explain), not '%s'".formatted(first));
        }
        checkSingle(words);
    }

    /// A constraint that is checked only when the transaction ends would fail the other commits
    /// that share the transaction.
    private static void checkImmediate(List<String> words) {
        int initially = words.indexOf("initially");
        if (initially < 0 || initially + 1 == words.size()) return;
        if (!words.get(initially + 1).equals("deferred")) return;
        throw bad(
                "a constraint that is 'initially deferred' is not allowed in a step's SQL: the"
                        + " transaction that it would be deferred to is shared with other steps");
    }

    /// A conflict that rolls back the transaction would take other commits with it.
    private static void checkNoRollback(List<String> words) {
        for (int i = 1; i < words.size(); i++) {
            boolean resolves = BEFORE_A_RESOLUTION.contains(words.get(i - 1));
            if (!resolves || !words.get(i).equals("rollback")) continue;
            throw bad(
                    "'rollback' as the resolution of a conflict is not allowed in a step's SQL: the"
                            + " transaction is shared with other steps; use 'abort'");
        }
    }

    private static void checkSingle(List<String> words) {
        int end = words.indexOf(";");
        // The body of a trigger has semicolons of its own.
        if (end >= 0 && end < words.size() - 1 && !words.contains("trigger")) {
            throw bad("one statement is expected, not several");
        }
    }

    private static String writtenTable(List<String> words, Set<String> reserved) {
        boolean deletes = words.contains("delete");
        for (int i = 0; i < words.size(); i++) {
            String word = words.get(i);
            boolean before = BEFORE_A_TABLE.contains(word) || (deletes && word.equals("from"));
            if (!before) continue;
            int at = i + 1;
            while (at < words.size() && SKIPPED.contains(words.get(at))) at++;
            if (at < words.size() && reserved.contains(words.get(at))) return words.get(at);
        }
        return "";
    }

    private static SqlFailed.BadStatement bad(String message) {
        return new SqlFailed.BadStatement(message, null);
    }

    private static List<String> words(String sql) {
        List<String> words = new ArrayList<>();
        Matcher token = TOKEN.matcher(sql);
        while (token.find()) {
            String text = token.group();
            if (text.startsWith("--") || text.startsWith("/*") || text.startsWith("'")) continue;
            for (int group = 1; group <= token.groupCount(); group++) {
                if (token.group(group) != null) text = token.group(group);
            }
            words.add(text.toLowerCase(Locale.ROOT));
        }
        return words;
    }
}
