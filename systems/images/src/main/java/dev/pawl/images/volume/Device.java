package dev.pawl.images.volume;

import java.util.regex.Pattern;

/// The number, name and size of a volume; they are recorded before the volume is created.
public record Device(int id, String name, long sizeBytes) {
    /// The greatest number that device-mapper allows in a thin pool.
    public static final int ID_MAX = (1 << 24) - 1;

    private static final Pattern NAME = Pattern.compile("[A-Za-z0-9][A-Za-z0-9_.-]{0,126}");

    public Device {
        if (id < 1 || id > ID_MAX) {
            throw new IllegalArgumentException(
                    "the number of a device must be from 1 to %d, not %d".formatted(ID_MAX, id));
        }
        if (sizeBytes < 1) {
            throw new IllegalArgumentException(
                    "volume %s must have at least 1 byte, not %d".formatted(name, sizeBytes));
        }
        checkName(name);
    }

    /// Returns whether a volume may have this name.
    public static boolean isName(String name) {
        return NAME.matcher(name).matches();
    }

    /// Refuses a name that is not a plain file name of letters, digits, `_`, `.` and `-`.
    public static void checkName(String name) {
        if (isName(name)) return;
        throw new IllegalArgumentException(
                "the name of a volume must have 1 to 127 letters, digits, '_', '.' or '-' and start"
                        + " with a letter or digit; found '%s'".formatted(name));
    }
}
