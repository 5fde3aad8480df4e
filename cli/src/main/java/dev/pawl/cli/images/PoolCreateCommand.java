package dev.pawl.cli.images;

import dev.pawl.cli.screen.Amounts;
import dev.pawl.cli.shell.ExitCode;
import dev.pawl.cli.shell.Shell;
import dev.pawl.cli.shell.Trouble;
import dev.pawl.images.volume.VolumeException;
import dev.pawl.images.volume.thin.PoolSettings;
import dev.pawl.images.volume.thin.ThinPool;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/// Makes a thin pool.
@Command(
        name = "create",
        description = {
            "Makes a thin pool for volumes, in two sparse files or on two block devices.",
            "Refused where anything is already: nothing is ever overwritten. Needs root, dmsetup,"
                    + " mkfs.ext4 and thin-provisioning-tools."
        },
        footer = {
            "",
            "Examples:",
            "  pawl images pool create --size 50G",
            "  pawl images pool create --data /dev/sdb1 --metadata /dev/sdb2 --name images"
        })
final class PoolCreateCommand implements Callable<Integer> {
    private static final long METADATA_BYTES_MIN = 8L << 20;
    private static final int METADATA_SHARE = 1024;

    private final Shelf shelf;
    private final Shell shell;

    @Option(names = "--size", paramLabel = "SIZE", description = "How much sparse files hold.")
    @Nullable String size;

    @Option(names = "--data", paramLabel = "DEVICE", description = "A block device for data.")
    @Nullable Path data;

    @Option(
            names = "--metadata",
            paramLabel = "DEVICE",
            description = "A block device for metadata, about a thousandth of the data's size.")
    @Nullable Path metadata;

    @Option(
            names = "--name",
            paramLabel = "NAME",
            description = "What device-mapper calls it (default: pawl-pool).")
    String name = "pawl-pool";

    PoolCreateCommand(Shelf shelf) {
        this.shelf = shelf;
        this.shell = shelf.shell();
    }

    @Override
    public Integer call() throws IOException {
        PoolSettings settings = settings();
        Path directories = shelf.home().resolve("volumes");
        if (Files.isDirectory(directories)) {
            try (Stream<Path> found = Files.list(directories)) {
                if (found.findAny().isPresent()) {
                    throw Trouble.refused(
                            "volumes of %s are directories already: choose another place with"
                                            .formatted(shelf.home())
                                    + " --files DIR");
                }
            }
        }
        try {
            ThinPool pool = ThinPool.create(shelf.pool(), settings);
            if (shell.json) return shell.json(pool.volumes().space());
            shell.say(
                    "%s is made, with %,d bytes."
                            .formatted(name, pool.volumes().space().totalBytes()));
            return ExitCode.OK;
        } catch (VolumeException e) {
            throw Trouble.refused(String.valueOf(e.getMessage()));
        }
    }

    private PoolSettings settings() {
        try {
            if (size != null && data == null && metadata == null) {
                long bytes = Amounts.bytes(size);
                long book = Math.max(METADATA_BYTES_MIN, bytes / METADATA_SHARE);
                return PoolSettings.files(bytes, book).named(name);
            }
            if (size == null && data != null && metadata != null) {
                return PoolSettings.devices(data, metadata).named(name);
            }
        } catch (IllegalArgumentException e) {
            throw Trouble.usage(String.valueOf(e.getMessage()));
        }
        throw Trouble.usage("give --size SIZE, or --data DEVICE and --metadata DEVICE");
    }
}
