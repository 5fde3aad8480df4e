package dev.pawl.store.format;

import dev.pawl.run.RunStatus;

/// Statuses as numbers: their ordinals in the enum, as in the table `status`.
@SuppressWarnings("EnumOrdinal")
public final class StatusCodes {
    private static final RunStatus[] ALL = RunStatus.values();

    private StatusCodes() {}

    public static int code(RunStatus status) {
        return status.ordinal();
    }

    public static RunStatus of(int code) {
        return ALL[code];
    }
}
