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

/// Tells how the place for volumes is.
@Command(
        name = "pool",
        description = {
            "Tells what volumes are kept on, how much room there is, and whether it is well.",
            "Volumes are directories unless a thin pool was made with `pool create`."
        },
        footer = {
            "",
            "Examples:",
            "  pawl images pool",
            "  pawl images pool create --size 50G",
            "  pawl images pool create --data /dev/sdb1 --metadata /dev/sdb2",
            "",
            "Exit codes:",
            "  0  all is well",
            "  1  it is sick, or too full for more"
        })
final class PoolCommand implements Callable<Integer> {
    private final Shelf shelf;
    private final Shell shell;

    PoolCommand(Shelf shelf) {
        this.shelf = shelf;
        this.shell = shelf.shell();
    }

    @Override
    public Integer call() throws IOException, VolumeException {
        Images images = shelf.images();
        Space space = images.volumes().space();
        Optional<String> trouble = images.volumes().trouble();
        Optional<String> refusal = images.admission().refusal(space);
        if (shell.json) {
            Map<String, @Nullable Object> json = new LinkedHashMap<>();
            json.put("backend", images.volumes().kind());
            json.put("space", space);
            json.put("share", space.share());
            json.put("warns", images.admission().warns());
            json.put("refuses", images.admission().refuses());
            json.put("trouble", trouble.orElse(null));
            shell.json(json);
        } else {
            line("backend", images.volumes().kind());
            line("room", used(space.usedBytes(), space.totalBytes()));
            if (space.metadataTotalBytes() > 0) {
                line("metadata", used(space.metadataUsedBytes(), space.metadataTotalBytes()));
            }
            line("health", trouble.orElse("well"));
            images.admission().warning(space).ifPresent(words -> line("warning", words));
        }
        return trouble.isEmpty() && refusal.isEmpty() ? ExitCode.OK : ExitCode.NO;
    }

    private static String used(long used, long total) {
        return "%,d of %,d bytes used (%.1f%%)".formatted(used, total, 100.0 * used / total);
    }

    private void line(String name, String value) {
        shell.say("%-9s %s".formatted(name, value));
    }
}
