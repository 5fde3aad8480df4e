package dev.pawl.cli.images;

import dev.pawl.cli.screen.HumanAmounts;
import dev.pawl.cli.shell.CommandException;
import dev.pawl.cli.shell.ExitCode;
import dev.pawl.cli.shell.Shell;
import dev.pawl.images.volume.VolumeException;
import dev.pawl.images.volume.thin.ThinPool;
import dev.pawl.images.volume.thin.ThinPoolSettings;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/// Creates a thin pool.
@Command(
        name = "create",
        description = {
            "Creates a thin pool for volumes, in two sparse files or on two block devices.",
            "Never overwrites data: the files must not exist, and the devices must be empty."
                    + " Requires root, dmsetup, mkfs.ext4 and thin-provisioning-tools."
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

    private final ImagesContext context;
    private final Shell shell;

    @Option(
            names = "--size",
            paramLabel = "SIZE",
            description = "Size of the pool in sparse files, such as 50G.")
    @Nullable String size;

    @Option(names = "--data", paramLabel = "DEVICE", description = "Block device for data.")
    @Nullable Path data;

    @Option(
            names = "--metadata",
            paramLabel = "DEVICE",
            description = "Block device for metadata, about 1/1000 of the size of the data.")
    @Nullable Path metadata;

    @Option(
            names = "--name",
            paramLabel = "NAME",
            description = "Name of the pool in device-mapper (default: pawl-pool).")
    String name = "pawl-pool";

    PoolCreateCommand(ImagesContext context) {
        this.context = context;
        this.shell = context.shell();
    }

    @Override
    public Integer call() throws IOException {
        ThinPoolSettings settings = settings();
        Path directories = context.home().resolve("volumes");
        if (Files.isDirectory(directories)) {
            try (Stream<Path> found = Files.list(directories)) {
                if (found.findAny().isPresent()) {
                    throw CommandException.refused(
                            "%s already holds volumes that are directories; choose another"
                                            .formatted(context.home())
                                    + " directory with --files DIR");
                }
            }
        }
        try {
            ThinPool pool = ThinPool.create(context.pool(), settings);
            if (shell.json) return shell.json(pool.volumes().space());
            shell.say(
                    "Created pool %s with %,d bytes."
                            .formatted(name, pool.volumes().space().totalBytes()));
            return ExitCode.OK;
        } catch (VolumeException e) {
            throw CommandException.refused(String.valueOf(e.getMessage()));
        }
    }

    private ThinPoolSettings settings() {
        try {
            if (size != null && data == null && metadata == null) {
                long bytes = HumanAmounts.bytes(size);
                long metadataBytes = Math.max(METADATA_BYTES_MIN, bytes / METADATA_SHARE);
                return ThinPoolSettings.files(bytes, metadataBytes).named(name);
            }
            if (size == null && data != null && metadata != null) {
                return ThinPoolSettings.devices(data, metadata).named(name);
            }
        } catch (IllegalArgumentException e) {
            throw CommandException.usage(String.valueOf(e.getMessage()));
        }
        throw CommandException.usage(
                "use either --size SIZE, or --data DEVICE and --metadata DEVICE");
    }
}
