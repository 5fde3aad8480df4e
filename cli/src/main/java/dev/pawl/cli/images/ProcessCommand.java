package dev.pawl.cli.images;

import dev.pawl.cli.shell.ExitCode;
import dev.pawl.cli.shell.Shell;
import dev.pawl.cli.shell.Trouble;
import dev.pawl.images.Images;
import dev.pawl.images.ProcessRequest;
import dev.pawl.images.ProcessResponse;
import dev.pawl.images.archive.Policy;
import dev.pawl.images.volume.VolumeException;
import dev.pawl.machine.Start;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.regex.Pattern;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/// Brings one object all the way.
@Command(
        name = "process",
        description = {
            "Downloads an image, checks it, unpacks it into a volume and activates a snapshot.",
            "A key that was processed before leads to the same image in a blink; --refresh asks the"
                    + " source whether the object has changed. Killed or interrupted anywhere, the"
                    + " same command goes on."
        },
        footer = {
            "",
            "Examples:",
            "  pawl images process --source s3://images --key alpine.tar --policy standard",
            "  pawl images process --source s3://images --endpoint http://127.0.0.1:9000 \\",
            "      --credentials anonymous --key rootfs.tar --json",
            "  pawl images process --source ./downloads --key rootfs.tar.gz --snapshot blue",
            "",
            "Exit codes:",
            "  0  done",
            "  1  failed: what was here is damaged, or all attempts failed",
            "  2  the command line is wrong",
            "  3  rejected by the policy",
            "  4  the source has no such object, or does not give it",
            "  5  no space",
            "  6  interrupted: the same command goes on where it was"
        })
final class ProcessCommand implements Callable<Integer> {
    private static final Pattern DIGEST = Pattern.compile("(sha256:)?[0-9a-fA-F]{64}");

    private final Shelf shelf;
    private final Shell shell;

    @Mixin SourceArguments from = new SourceArguments();

    @Option(
            names = "--key",
            paramLabel = "KEY",
            required = true,
            description = "Which object of the source.")
    String key = "";

    @Option(
            names = "--policy",
            paramLabel = "NAME",
            description = {
                "What an archive may hold (default: strict).",
                "strict: no absolute links, no setuid, no devices, everything below rootfs/.",
                "standard: what real distributions have; links are resolved inside the root."
            })
    String policy = "strict";

    @Option(
            names = "--digest",
            paramLabel = "SHA256",
            description = "The digest that the object must have.")
    String digest = "";

    @Option(
            names = "--snapshot",
            paramLabel = "NAME",
            description = "The snapshot's name; snap-IMAGE unless told.")
    String snapshot = "";

    @Option(names = "--refresh", description = "Ask the source whether the object has changed.")
    boolean refresh;

    @Option(
            names = "--no-wait",
            description = "Leave it to the engine that is open, or to the next one, and return.")
    boolean noWait;

    @Option(
            names = "--override",
            paramLabel = "REASON",
            description = "Do it although the place for volumes is too full; the run keeps why.")
    String override = "";

    ProcessCommand(Shelf shelf) {
        this.shelf = shelf;
        this.shell = shelf.shell();
    }

    @Override
    public Integer call() throws IOException, InterruptedException {
        ProcessRequest request = request();
        Acts acts = new Acts(shelf);
        Start<ProcessRequest> start = acts.images().process(request);
        if (noWait) return acts.submit(start);
        int code = acts.await(start, ProcessResponse.class, this::answer);
        warn(acts.images());
        return code;
    }

    private int answer(ProcessResponse made) {
        return shell.json ? shell.json(json(made)) : print(made);
    }

    private void warn(Images images) throws IOException {
        try {
            images.admission().warning(images.volumes().space()).ifPresent(shell::warn);
        } catch (VolumeException e) {
            shell.warn(String.valueOf(e.getMessage()));
        }
    }

    private ProcessRequest request() {
        try {
            Policy.named(policy);
        } catch (IllegalArgumentException e) {
            throw Trouble.usage(String.valueOf(e.getMessage()));
        }
        if (!digest.isEmpty() && !DIGEST.matcher(digest).matches()) {
            throw Trouble.usage("--digest is 64 hexadecimal digits, not '%s'".formatted(digest));
        }
        return new ProcessRequest(
                from.address(),
                key,
                policy,
                digest.replaceFirst("^sha256:", ""),
                snapshot,
                Images.DEVICE_BYTES,
                refresh,
                override);
    }

    private int print(ProcessResponse made) {
        String how =
                made.download().alreadyExisted() && !made.unpack().unpacked()
                        ? made.activate().activated() ? "activated" : "was active already"
                        : "is active";
        shell.say(shell.paint.green("%s %s".formatted(made.imageId(), how)));
        shell.say("  %s".formatted(made.activate().devicePath()));
        shell.say(
                "  %,d bytes, sha256 %s"
                        .formatted(made.download().sizeBytes(), made.download().checksum()));
        shell.say(
                "  %,d %s, %,d bytes unpacked"
                        .formatted(
                                made.unpack().fileCount(),
                                made.unpack().fileCount() == 1 ? "file" : "files",
                                made.unpack().sizeBytes()));
        return ExitCode.OK;
    }

    /// Returns the fields of the three answers side by side, as the document has them.
    private static Map<String, Object> json(ProcessResponse made) {
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("imageId", made.imageId());
        json.put("localPath", made.download().localPath());
        json.put("checksum", made.download().checksum());
        json.put("sizeBytes", made.download().sizeBytes());
        json.put("downloaded", made.download().downloaded());
        json.put("alreadyExisted", made.download().alreadyExisted());
        json.put("deviceId", made.unpack().deviceId());
        json.put("deviceName", made.unpack().deviceName());
        json.put("unpackedBytes", made.unpack().sizeBytes());
        json.put("fileCount", made.unpack().fileCount());
        json.put("unpacked", made.unpack().unpacked());
        json.put("snapshotId", made.activate().snapshotId());
        json.put("snapshotName", made.activate().snapshotName());
        json.put("devicePath", made.activate().devicePath());
        json.put("active", made.activate().active());
        json.put("activated", made.activate().activated());
        json.put("runs", made.runs());
        return json;
    }
}
