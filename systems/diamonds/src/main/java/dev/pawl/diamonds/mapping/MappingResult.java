package dev.pawl.diamonds.mapping;

import dev.pawl.diamonds.stone.Stone;
import java.util.List;

/// What a mapping makes of a payload.
public sealed interface MappingResult {

    /// A stone, and the values that were not known.
    record Mapped(Stone stone, List<UnknownValue> unknown) implements MappingResult {
        public Mapped {
            unknown = List.copyOf(unknown);
        }
    }

    /// No stone: a field that every stone needs is missing or impossible.
    record Rejected(String field, String reason) implements MappingResult {}
}
