package dev.pawl.engine.control;

import dev.pawl.engine.QueueSettings;

/// A queue as it is now: its limits, how many runs hold a slot, and how many wait for one.
public record QueueView(QueueSettings settings, long held, long waiting) {}
