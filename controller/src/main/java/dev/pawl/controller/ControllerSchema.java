package dev.pawl.controller;

import dev.pawl.machine.OwnTables;
import java.util.List;

/// The tables of all controllers of an engine. They are in the engine's store, so a row commits
/// together with the transition that wrote it.
final class ControllerSchema {
    static final OwnTables TABLES =
            new OwnTables(
                    "controller",
                    List.of(
                            List.of(
                                    """
                                    create table controller_objects (
                                      kind text not null,
                                      namespace text not null,
                                      name text not null,
                                      run text not null,
                                      generation bigint not null,
                                      summary text not null,
                                      decisions bigint not null,
                                      wake_at text,
                                      problem text,
                                      remark text,
                                      held_by text,
                                      held_reason text,
                                      updated_at text not null,
                                      primary key (kind, namespace, name))
                                    """,
                                    """
                                    create table controller_decisions (
                                      kind text not null,
                                      namespace text not null,
                                      name text not null,
                                      number bigint not null,
                                      at text not null,
                                      generation bigint not null,
                                      summary text not null,
                                      difference text not null,
                                      input_hash text not null,
                                      input text,
                                      memory_before text not null,
                                      memory_after text not null,
                                      actions text not null,
                                      target_status text not null,
                                      result text,
                                      primary key (kind, namespace, name, number))
                                    """)));

    private ControllerSchema() {}
}
