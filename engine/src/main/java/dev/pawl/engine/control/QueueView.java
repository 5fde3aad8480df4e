package dev.pawl.engine.control;

import dev.pawl.engine.QueueSettings;
import org.jspecify.annotations.Nullable;

/// A queue as it is now: its limits, how many runs hold a slot, and how many wait for one;
/// `declared` is what code declares, if other limits are in force.
public record QueueView(
        QueueSettings settings, long held, long waiting, @Nullable QueueSettings declared) {}
