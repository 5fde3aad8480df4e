package dev.pawl.store;

import dev.pawl.run.RunStatus;

/// Statuses as numbers: their place in the enum, as the table `status` has them.
@SuppressWarnings("EnumOrdinal")
final class Statuses {
    private static final RunStatus[] ALL = RunStatus.values();

    private Statuses() {}

    static int code(RunStatus status) {
        return status.ordinal();
    }

    static RunStatus of(int code) {
        return ALL[code];
    }
}
