package dev.pawl.images.volume.thin;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.file.Files;
import java.nio.file.Path;

/// Decides whether a test may create a real pool: only on demand, because a pool is visible to the
/// whole host.
public final class RealPools {
    private static final Path DEVICE_MAPPER = Path.of("/dev/mapper/control");

    private RealPools() {}

    /// Skips a test if no pool may be created.
    public static void assumed() {
        assumeTrue(
                Files.exists(DEVICE_MAPPER),
                "no device-mapper in this kernel; systems/images/vm-test runs this in a virtual"
                        + " machine");
        assumeTrue(
                Boolean.getBoolean("pawl.pools"),
                "pools are made only where -Dpawl.pools=true allows it, as in"
                        + " systems/images/vm-test");
    }
}
