package dev.pawl.feeds.base;

import dev.pawl.orchestrator.Asking;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// Full text search, in the way of whichever store has the base.
final class Search {
    private static final Pattern WORD = Pattern.compile("\"([^\"]+)\"|([\\p{L}\\p{N}._-]+\\*?)");
    private static final int WORDS_MAX = 20;

    private final Asking asking;

    Search(Asking asking) {
        this.asking = asking;
    }

    List<Base.Hit> find(String words, String source, int limit) {
        List<String> terms = terms(words);
        if (terms.isEmpty()) return List.of();
        return isSqlite() ? sqlite(terms, source, limit) : postgres(terms, source, limit);
    }

    /// The index of SQLite is a table of its own kind, which no other store has.
    private boolean isSqlite() {
        return asking.query("select flavour from feed_store", row -> row.text(1).equals("SQLITE"))
                .getFirst();
    }

    private List<Base.Hit> sqlite(List<String> terms, String source, int limit) {
        List<String> quoted = new ArrayList<>();
        for (String term : terms) {
            boolean prefix = term.endsWith("*");
            String text = prefix ? term.substring(0, term.length() - 1) : term;
            quoted.add('"' + text.replace("\"", "") + '"' + (prefix ? "*" : ""));
        }
        return asking.query(
                "select urn, source, kind, feed_items.title from feed_words join feed_items"
                        + " on feed_items.number = feed_words.rowid where feed_words match ?"
                        + " and (? = '' or source = ?) order by bm25(feed_words, 10.0, 1.0), urn"
                        + " limit ?",
                Search::hit,
                String.join(" ", quoted),
                source,
                source,
                limit);
    }

    private List<Base.Hit> postgres(List<String> terms, String source, int limit) {
        return asking.query(
                "select urn, source, kind, feed_items.title from feed_words join feed_items"
                        + " using (number),"
                        + " websearch_to_tsquery('english', ?) query where words @@ query"
                        + " and (? = '' or source = ?) order by ts_rank(words, query) desc, urn"
                        + " limit ?",
                Search::hit,
                String.join(" ", terms),
                source,
                source,
                limit);
    }

    private static Base.Hit hit(dev.pawl.machine.Transaction.Row row) {
        return new Base.Hit(row.text(1), row.text(2), row.text(3), row.text(4));
    }

    /// Takes words and quoted phrases out of what somebody typed; whatever else is there means
    /// nothing.
    private static List<String> terms(String words) {
        List<String> terms = new ArrayList<>();
        Matcher word = WORD.matcher(words);
        while (word.find() && terms.size() < WORDS_MAX) {
            String phrase = word.group(1);
            terms.add(phrase == null ? word.group(2) : phrase);
        }
        return terms;
    }
}
