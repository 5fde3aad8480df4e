package dev.pawl.engine.internal.decision;

import dev.pawl.machine.Definition;
import dev.pawl.machine.Start;
import dev.pawl.run.Origin;
import dev.pawl.run.RunId;

/// A start made ready for a decision: it has its id, and its request is bytes.
public record Launch(RunId id, Definition definition, Origin origin, Start.Times times) {}
