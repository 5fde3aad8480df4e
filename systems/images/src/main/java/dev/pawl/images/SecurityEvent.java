package dev.pawl.images;

/// A row of `security_events`: an archive that was refused, and for which entry and rule.
public record SecurityEvent(
        String at,
        String imageId,
        String archive,
        String policy,
        String rule,
        String entry,
        String message,
        String run) {}
