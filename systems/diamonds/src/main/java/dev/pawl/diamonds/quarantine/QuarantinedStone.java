package dev.pawl.diamonds.quarantine;

/// A stone in quarantine: the field and the reason, the run that brought the payload, and since
/// when.
public record QuarantinedStone(
        long number,
        String feed,
        String stoneId,
        String field,
        String reason,
        int mappingVersion,
        String run,
        String since) {}
