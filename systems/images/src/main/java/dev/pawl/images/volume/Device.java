package dev.pawl.images.volume;

import java.util.regex.Pattern;

/// A volume's number, name and size; they are written down before the volume is made.
public record Device(int id, String name, long sizeBytes) {
    /// What device-mapper has room for in a thin pool.
    public static final int ID_MAX = (1 << 24) - 1;

    private static final Pattern NAME = Pattern.compile("[A-Za-z0-9][A-Za-z0-9_.-]{0,126}");

    public Device {
        if (id < 1 || id > ID_MAX) {
            throw new IllegalArgumentException(
                    "a device has a number from 1 to %d, not %d".formatted(ID_MAX, id));
        }
        if (sizeBytes < 1) {
            throw new IllegalArgumentException(
                    "volume %s has a size of at least 1 byte, not %d".formatted(name, sizeBytes));
        }
        checkName(name);
    }

    /// Refuses a name that is not one file name of letters, digits, `_`, `.` and `-`.
    public static void checkName(String name) {
        if (NAME.matcher(name).matches()) return;
        throw new IllegalArgumentException(
                "a volume's name has 1 to 127 letters, digits, '_', '.' or '-' and begins with a"
                        + " letter or digit; found '%s'".formatted(name));
    }
}
