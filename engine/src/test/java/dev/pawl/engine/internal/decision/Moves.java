package dev.pawl.engine.internal.decision;

import dev.pawl.run.RunStatus;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.Map;
import java.util.Set;

/// The table of statuses, as pairs.
final class Moves {
    private static final Map<RunStatus, Set<RunStatus>> ALLOWED = new EnumMap<>(RunStatus.class);

    static {
        for (RunStatus from : RunStatus.values())
            ALLOWED.put(from, EnumSet.noneOf(RunStatus.class));
        RunStatus.TABLE.moves().forEach(move -> allowed(move.from()).add(move.to()));
    }

    private Moves() {}

    static Set<RunStatus> allowed(RunStatus from) {
        return ALLOWED.getOrDefault(from, Set.of());
    }
}
