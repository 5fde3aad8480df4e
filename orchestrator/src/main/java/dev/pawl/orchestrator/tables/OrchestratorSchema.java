package dev.pawl.orchestrator.tables;

import dev.pawl.machine.OwnTables;
import dev.pawl.machine.Transaction.Flavour;
import java.util.List;

/// The tables of an orchestration. They are in the engine's store, so a row commits together with
/// the transition that wrote it.
public final class OrchestratorSchema {
    public static final OwnTables TABLES =
            new OwnTables(
                    "orchestrator",
                    List.of(
                            List.of(
                                    """
                                    create table orchestrations (
                                      id text primary key,
                                      score text not null,
                                      pool_total integer not null check (pool_total >= 0),
                                      frozen integer not null default 0 check (frozen in (0, 1)),
                                      created_at text not null,
                                      updated_at text not null)
                                    """,
                                    """
                                    create table providers (
                                      id text primary key,
                                      provider_type text not null,
                                      wanted integer not null default 0 check (wanted in (0, 1)),
                                      whole integer not null default 0 check (whole in (0, 1)),
                                      cycle bigint not null default 0 check (cycle >= 0),
                                      cycle_open integer not null default 0 check (cycle_open in (0, 1)),
                                      position text not null default '',
                                      cause text,
                                      detail text,
                                      limits text,
                                      last_checkpoint text,
                                      needs text not null default '',
                                      processed bigint not null default 0,
                                      expected bigint not null default 0,
                                      created bigint not null default 0,
                                      changed bigint not null default 0,
                                      unchanged bigint not null default 0,
                                      removed bigint not null default 0,
                                      errors bigint not null default 0,
                                      processed_total bigint not null default 0,
                                      error_total bigint not null default 0,
                                      created_at text not null,
                                      updated_at text not null,
                                      started_at text,
                                      completed_at text)
                                    """,
                                    """
                                    create table provider_events (
                                      number bigint primary key,
                                      at text not null,
                                      type text not null,
                                      provider text not null,
                                      count bigint not null,
                                      detail text not null)
                                    """,
                                    """
                                    create table provider_checkpoints (
                                      provider text not null,
                                      items bigint not null,
                                      urn text not null,
                                      at text not null,
                                      primary key (provider, items))
                                    """,
                                    """
                                    create table provider_outcomes (
                                      provider text not null,
                                      number bigint not null,
                                      urn text not null,
                                      processed_at text not null,
                                      success integer not null check (success in (0, 1)),
                                      error_message text,
                                      primary key (provider, number))
                                    """,
                                    """
                                    create table quarantine (
                                      number bigint primary key,
                                      provider text not null,
                                      urn text not null,
                                      payload text not null,
                                      digest text not null,
                                      error text not null,
                                      attempts integer not null default 1,
                                      first_at text not null,
                                      last_at text not null,
                                      resolved_at text,
                                      unique (provider, digest))
                                    """,
                                    OwnTables.only(
                                            Flavour.POSTGRESQL,
                                            "create sequence quarantine_numbers"),
                                    """
                                    create table permit_audit (
                                      number bigint primary key,
                                      at text not null,
                                      action text not null,
                                      holder text not null,
                                      count integer not null,
                                      reason text not null)
                                    """,
                                    """
                                    create table provider_permits (
                                      provider text primary key,
                                      held integer not null check (held >= asked_back),
                                      asked_back integer not null check (asked_back >= 0),
                                      deadline text,
                                      returned integer not null default 0,
                                      lost integer not null default 0 check (lost in (0, 1)))
                                    """)));

    private OrchestratorSchema() {}
}
