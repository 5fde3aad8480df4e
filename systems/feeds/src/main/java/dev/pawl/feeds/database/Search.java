package dev.pawl.feeds.database;

import dev.pawl.orchestrator.provider.TableQuery;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// Full-text search in SQLite or PostgreSQL.
final class Search {
    private static final Pattern WORD = Pattern.compile("\"([^\"]+)\"|([\\p{L}\\p{N}._-]+\\*?)");
    private static final int WORDS_MAX = 20;
    private static final int RANKED_MAX = 2_000;

    private final TableQuery tables;

    Search(TableQuery tables) {
        this.tables = tables;
    }

    List<ItemQueries.Hit> find(String words, String source, int limit) {
        List<String> terms = terms(words);
        if (terms.isEmpty()) return List.of();
        return isSqlite() ? sqlite(terms, source, limit) : postgres(terms, source, limit);
    }

    private boolean isSqlite() {
        return tables.query("select flavour from feed_store", row -> row.text(1).equals("SQLITE"))
                .getFirst();
    }

    /// Items with all words in the title come first, then items with the words anywhere.
    private List<ItemQueries.Hit> sqlite(List<String> terms, String source, int limit) {
        List<String> quoted = new ArrayList<>();
        for (String term : terms) {
            boolean prefix = term.endsWith("*");
            String text = prefix ? term.substring(0, term.length() - 1) : term;
            quoted.add('"' + text.replace("\"", "") + '"' + (prefix ? "*" : ""));
        }
        String words = "(" + String.join(" ", quoted) + ")";
        String among = source.isEmpty() ? "" : " AND source : \"" + source + '"';
        List<ItemQueries.Hit> hits = new ArrayList<>(best("title : " + words + among, limit));
        if (hits.size() == limit) return hits;
        for (ItemQueries.Hit hit : best("{title words} : " + words + among, limit)) {
            if (hits.size() < limit && !hits.contains(hit)) hits.add(hit);
        }
        return hits;
    }

    /// Common words match tens of thousands of items, and ranking costs time for each, so only the
    /// latest matches are ranked. The best are found in the index alone; only those items are read.
    private List<ItemQueries.Hit> best(String match, int limit) {
        return tables.query(
                "select urn, source, kind, title from (select rowid as hit, rank as place"
                        + " from feed_words where feed_words match ? and rowid >= (select"
                        + " coalesce(min(latest), 0) from (select rowid as latest from feed_words"
                        + " where feed_words match ? order by rowid desc limit ?))"
                        + " order by rank limit ?) join feed_items on number = hit"
                        + " order by place, urn",
                Search::hit,
                match,
                match,
                RANKED_MAX,
                limit);
    }

    private List<ItemQueries.Hit> postgres(List<String> terms, String source, int limit) {
        return tables.query(
                "select urn, source, kind, title from feed_words join feed_items using (number),"
                        + " websearch_to_tsquery('english', ?) query where words @@ query"
                        + " and (? = '' or source = ?) order by ts_rank(words, query) desc, urn"
                        + " limit ?",
                Search::hit,
                String.join(" ", terms),
                source,
                source,
                limit);
    }

    private static ItemQueries.Hit hit(dev.pawl.machine.Transaction.Row row) {
        return new ItemQueries.Hit(row.text(1), row.text(2), row.text(3), row.text(4));
    }

    /// Returns the words and quoted phrases of a query; other characters are ignored.
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
