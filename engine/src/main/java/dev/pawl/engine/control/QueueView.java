package dev.pawl.engine.control;

import dev.pawl.engine.QueueSettings;
import org.jspecify.annotations.Nullable;

/// The current state of a queue: its limits, how many runs hold a slot and how many wait for one.
/// `declared` are the settings that the code declares, if other limits are in force.
public record QueueView(
        QueueSettings settings, long held, long waiting, @Nullable QueueSettings declared) {}
