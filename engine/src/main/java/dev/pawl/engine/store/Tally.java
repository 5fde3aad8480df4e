package dev.pawl.engine.store;

import dev.pawl.run.MachineRef;
import dev.pawl.run.RunStatus;

/// How many live runs of a definition stand in one state with one status.
public record Tally(MachineRef machine, RunStatus status, String state, long count) {}
