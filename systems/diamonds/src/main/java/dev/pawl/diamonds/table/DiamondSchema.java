package dev.pawl.diamonds.table;

import static dev.pawl.machine.OwnTables.only;
import static dev.pawl.machine.Transaction.Flavour.POSTGRESQL;
import static dev.pawl.machine.Transaction.Flavour.SQLITE;

import dev.pawl.machine.OwnTables;
import dev.pawl.machine.Transaction.Flavour;
import java.util.List;

/// The tables of raw and canonical stones.
///
/// `raw_diamonds_nivoda` is a view: a payload is pending until the page that brought it is
/// consolidated. Times are ISO 8601 in UTC, money is in cents, weights are in thousandths of a
/// carat.
public final class DiamondSchema {
    private static final String PAGES =
            """
            create table diamond_pages (
              number bigint primary key,
              feed text not null,
              run_id text not null,
              partition_id text not null,
              page_offset bigint not null,
              items integer not null,
              seen text not null,
              queued text not null,
              queued_count integer not null,
              written_at text not null,
              claim_id text,
              claimed_at text,
              done_at text)
            """;
    private static final String RAW =
            """
            create table diamond_raw (
              number bigint primary key,
              feed text not null,
              stone_id text not null,
              page bigint not null,
              revision integer not null,
              payload_hash text not null,
              first_seen_at text not null,
              missing_since text,
              payload text,
              unique (stone_id, feed))
            """;
    private static final String STONES =
            """
            create table diamond_stones (
              number bigint primary key,
              feed text not null,
              stone_id text not null,
              revision integer not null,
              content_hash text not null,
              mapping_version integer not null,
              shape text not null,
              carat_thousandths bigint not null,
              colour text not null,
              clarity text not null,
              cut text not null,
              lab text not null,
              certificate text not null,
              availability text not null,
              lab_grown integer not null,
              supplier_price_cents bigint not null,
              price_cents bigint not null,
              rule_id text not null,
              rating integer not null,
              details text not null,
              created_run text not null,
              created_at text not null,
              updated_run text not null,
              updated_at text not null,
              removed_at text)
            """;
    private static final String CHANGES =
            """
            create table diamond_changes (
              number bigint %s primary key,
              stone bigint not null,
              kind text not null
                check (kind in ('changed', 'price', 'availability', 'removed', 'returned')),
              fields text not null,
              run_id text not null,
              at text not null)
            """;
    private static final String QUARANTINE =
            """
            create table diamond_quarantine (
              number bigint primary key,
              feed text not null,
              stone_id text not null,
              revision integer not null,
              mapping_version integer not null,
              field text not null,
              reason text not null,
              run_id text not null,
              since text not null)
            """;
    private static final String UNKNOWN_VALUES =
            """
            create table diamond_unknown_values (
              feed text not null,
              field text not null,
              value text not null,
              seen bigint not null,
              example text not null,
              last_seen_at text not null,
              primary key (feed, field, value))
            """;
    private static final String RULES =
            """
            create table diamond_rules (
              id text primary key,
              kind text not null check (kind in ('pricing', 'rating')),
              definition text not null,
              added_by text not null,
              added_at text not null,
              retired_at text)
            """;
    private static final String SNAPSHOTS =
            """
            create table diamond_price_snapshots (
              job text not null,
              stone bigint not null,
              price_cents bigint not null,
              rule_id text not null,
              rating integer not null,
              new_price_cents bigint not null,
              primary key (job, stone))
            """;
    private static final String RATES =
            """
            create table diamond_rates (
              currency text not null,
              starts_at text not null,
              rate text not null,
              added_by text not null,
              added_at text not null,
              primary key (currency, starts_at))
            """;
    private static final String FEEDS =
            """
            create table diamond_feeds (
              feed text primary key,
              currency text not null)
            """;
    private static final String VIEW =
            """
            create view raw_diamonds_nivoda as
              select r.feed, r.stone_id, p.run_id, p.partition_id, p.page_offset, r.payload,
                r.payload_hash,
                case when q.number is not null and q.revision = r.revision then 'failed'
                  when p.done_at is not null then 'done'
                  when p.claim_id is not null then 'processing'
                  else 'pending' end as status,
                p.claim_id, p.claimed_at, r.first_seen_at, r.missing_since,
                s.mapping_version, p.done_at as consolidated_at
              from diamond_raw r join diamond_pages p on p.number = r.page
                left join diamond_stones s on s.number = r.number
                left join diamond_quarantine q on q.number = r.number
            """;

    /// All tables, for [dev.pawl.engine.EngineOptions#tables].
    public static final OwnTables TABLES =
            new OwnTables(
                    "diamonds",
                    List.of(
                            List.of(
                                    integerKey(PAGES, SQLITE),
                                    integerKey(PAGES, POSTGRESQL),
                                    // Only open pages: the index stays small.
                                    "create index diamond_pages_open on diamond_pages"
                                            + " (feed, number) where done_at is null",
                                    "create index diamond_pages_claimed on diamond_pages (claim_id)"
                                            + " where claim_id is not null and done_at is null",
                                    "create index diamond_pages_run on diamond_pages (run_id)",
                                    integerKey(RAW, SQLITE),
                                    integerKey(RAW, POSTGRESQL),
                                    integerKey(STONES, SQLITE),
                                    integerKey(STONES, POSTGRESQL),
                                    only(
                                            SQLITE,
                                            CHANGES.formatted("")
                                                    .replace("bigint  p", "integer p")),
                                    only(
                                            POSTGRESQL,
                                            CHANGES.formatted("generated by default as identity")),
                                    "create index diamond_changes_stone on diamond_changes (stone)",
                                    integerKey(QUARANTINE, SQLITE),
                                    integerKey(QUARANTINE, POSTGRESQL),
                                    UNKNOWN_VALUES,
                                    RULES,
                                    SNAPSHOTS,
                                    only(POSTGRESQL, "create sequence diamond_raw_numbers"),
                                    only(POSTGRESQL, "create sequence diamond_pages_numbers"),
                                    VIEW),
                            List.of(RATES, FEEDS)));

    private DiamondSchema() {}

    /// In SQLite only an `integer primary key` is the row's own key; any other needs an index.
    private static String integerKey(String table, Flavour flavour) {
        return only(
                flavour,
                flavour == SQLITE
                        ? table.replace("number bigint primary key", "number integer primary key")
                        : table);
    }
}
