package dev.pawl.cli.images;

import dev.pawl.cli.shell.ExitCode;
import dev.pawl.cli.shell.Shell;
import dev.pawl.images.Images;
import dev.pawl.images.volume.Space;
import dev.pawl.images.volume.VolumeException;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;

/// Shows the volume storage.
@Command(
        name = "pool",
        description = {
            "Shows the volume backend, its free space and its health.",
            "Volumes are plain directories until you create a thin pool with `pool create`."
        },
        footer = {
            "",
            "Examples:",
            "  pawl images pool",
            "  pawl images pool create --size 50G",
            "  pawl images pool create --data /dev/sdb1 --metadata /dev/sdb2",
            "",
            "Exit codes:",
            "  0  healthy",
            "  1  unhealthy, or too full for new volumes"
        })
final class PoolCommand implements Callable<Integer> {
    private final ImagesContext context;
    private final Shell shell;

    PoolCommand(ImagesContext context) {
        this.context = context;
        this.shell = context.shell();
    }

    @Override
    public Integer call() throws IOException, VolumeException {
        Images images = context.images();
        Space space = images.volumes().space();
        Optional<String> problem = images.volumes().problem();
        Optional<String> refusal = images.admission().refusal(space);
        if (shell.json) {
            Map<String, @Nullable Object> json = new LinkedHashMap<>();
            json.put("backend", images.volumes().kind());
            json.put("space", space);
            json.put("share", space.share());
            json.put("warns", images.admission().warns());
            json.put("refuses", images.admission().refuses());
            json.put("problem", problem.orElse(null));
            shell.json(json);
        } else {
            line("backend", images.volumes().kind());
            line("space", used(space.usedBytes(), space.totalBytes()));
            if (space.metadataTotalBytes() > 0) {
                line("metadata", used(space.metadataUsedBytes(), space.metadataTotalBytes()));
            }
            line("health", problem.orElse("ok"));
            images.admission().warning(space).ifPresent(warning -> line("warning", warning));
        }
        return problem.isEmpty() && refusal.isEmpty() ? ExitCode.OK : ExitCode.NO;
    }

    private static String used(long used, long total) {
        return "%,d of %,d bytes used (%.1f%%)".formatted(used, total, 100.0 * used / total);
    }

    private void line(String name, String value) {
        shell.say("%-9s %s".formatted(name, value));
    }
}
