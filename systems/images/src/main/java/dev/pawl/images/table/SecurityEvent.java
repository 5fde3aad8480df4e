package dev.pawl.images.table;

/// A row of `security_events`: a rejected archive, with the entry and the rule that it breaks.
public record SecurityEvent(
        String at,
        String imageId,
        String archive,
        String policy,
        String rule,
        String entry,
        String message,
        String run) {}
