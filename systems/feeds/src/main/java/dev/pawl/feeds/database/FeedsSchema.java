package dev.pawl.feeds.database;

import static dev.pawl.machine.OwnTables.only;
import static dev.pawl.machine.Transaction.Flavour.POSTGRESQL;
import static dev.pawl.machine.Transaction.Flavour.SQLITE;

import dev.pawl.machine.OwnTables;
import java.util.List;

/// The tables of the item database.
///
/// `feed_words` is the search index by item number: in SQLite it keeps no text, in PostgreSQL it
/// keeps lexemes. `feed_manifests` lists the items of each document as hashes of their URNs, many
/// in a row.
public final class FeedsSchema {
    public static final OwnTables TABLES =
            new OwnTables(
                    "feeds",
                    List.of(
                            List.of(
                                    """
                                    create table feed_items (
                                      number bigint primary key,
                                      urn text not null unique,
                                      source text not null,
                                      catalogue text not null,
                                      kind text not null,
                                      title text not null,
                                      retired integer not null check (retired in (0, 1)),
                                      revision text not null,
                                      hash text not null,
                                      content text not null,
                                      first_seen text not null,
                                      written_at text not null,
                                      removed_at text)
                                    """,
                                    "create index feed_items_kind on feed_items"
                                            + " (source, kind, retired, removed_at)",
                                    """
                                    create table feed_links (
                                      from_urn text not null,
                                      relation text not null,
                                      to_urn text not null,
                                      primary key (from_urn, relation, to_urn))
                                    """,
                                    "create index feed_links_to on feed_links"
                                            + " (to_urn, relation, from_urn)",
                                    """
                                    create table feed_changes (
                                      number bigint primary key,
                                      urn text not null,
                                      at text not null,
                                      change text not null
                                        check (change in ('created', 'changed', 'removed', 'restored')),
                                      fields text not null)
                                    """,
                                    "create index feed_changes_urn on feed_changes (urn)",
                                    """
                                    create table feed_documents (
                                      source text not null,
                                      name text not null,
                                      digest text not null,
                                      format text not null,
                                      catalogue text not null,
                                      version text not null,
                                      stamp text not null,
                                      is_partial integer not null check (is_partial in (0, 1)),
                                      cycle bigint not null,
                                      items bigint not null,
                                      is_complete integer not null check (is_complete in (0, 1)),
                                      loaded_at text not null,
                                      primary key (source, digest))
                                    """,
                                    """
                                    create table feed_manifests (
                                      source text not null,
                                      digest text not null,
                                      first bigint not null,
                                      hashes text not null,
                                      primary key (source, digest, first))
                                    """,
                                    """
                                    create table feed_notes (
                                      source text not null,
                                      place integer not null,
                                      note text not null,
                                      primary key (source, place))
                                    """,
                                    only(POSTGRESQL, "create sequence feed_items_numbers"),
                                    only(POSTGRESQL, "create sequence feed_changes_numbers"),
                                    "create table feed_store (flavour text not null)",
                                    only(SQLITE, "insert into feed_store values ('SQLITE')"),
                                    only(
                                            POSTGRESQL,
                                            "insert into feed_store values ('POSTGRESQL')"),
                                    only(
                                            SQLITE,
                                            "create virtual table feed_words using fts5"
                                                    + " (title, words, source, content='',"
                                                    + " contentless_delete=1,"
                                                    + " tokenize='porter unicode61')"),
                                    // A word in the title weighs ten times as much.
                                    only(
                                            SQLITE,
                                            "insert into feed_words (feed_words, rank)"
                                                    + " values ('rank', 'bm25(10.0, 1.0, 0.0)')"),
                                    only(
                                            POSTGRESQL,
                                            """
                                            create table feed_words (
                                              number bigint primary key,
                                              words tsvector not null)
                                            """),
                                    only(
                                            POSTGRESQL,
                                            "create index feed_words_index on feed_words"
                                                    + " using gin (words)"))));

    private FeedsSchema() {}
}
