package dev.pawl.images.volume.thin;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.file.Files;
import java.nio.file.Path;

/// Says where tests may make pools: nowhere unless they are allowed to, for a pool is seen by the
/// whole machine.
public final class RealPools {
    private static final Path DEVICE_MAPPER = Path.of("/dev/mapper/control");

    private RealPools() {}

    /// Skips a test where there can be no pool.
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
