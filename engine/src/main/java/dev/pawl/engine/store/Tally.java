package dev.pawl.engine.store;

import dev.pawl.run.MachineRef;
import dev.pawl.run.RunStatus;

/// The number of live runs of a definition in one state with one status.
public record Tally(MachineRef machine, RunStatus status, String state, long count) {}
