package dev.pawl.cli.images;

import dev.pawl.cli.shell.CommandException;
import dev.pawl.cli.shell.ExitCode;
import dev.pawl.cli.shell.Shell;
import dev.pawl.images.Images;
import dev.pawl.images.archive.rule.ArchivePolicy;
import dev.pawl.images.request.ProcessRequest;
import dev.pawl.images.request.ProcessResponse;
import dev.pawl.images.volume.VolumeException;
import dev.pawl.machine.Start;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/// Downloads, unpacks and activates one image.
@Command(
        name = "process",
        description = {
            "Downloads an image, checks it, unpacks it into a volume and activates a snapshot.",
            "Finished work is reused: a second run of the command returns at once, and --refresh"
                    + " checks whether the object has changed. After a crash or Ctrl-C, the same"
                    + " command resumes where it stopped."
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
            "  1  failed: damaged data, or all attempts failed",
            "  2  invalid command line",
            "  3  the archive breaks a rule of the policy",
            "  4  the object does not exist, or the source denies it",
            "  5  not enough space",
            "  6  interrupted; the same command resumes"
        })
final class ProcessCommand implements Callable<Integer> {
    private static final Pattern DIGEST = Pattern.compile("(sha256:)?[0-9a-fA-F]{64}");

    private final ImagesContext context;
    private final Shell shell;

    @Mixin SourceArguments from = new SourceArguments();

    @Option(
            names = "--key",
            paramLabel = "KEY",
            required = true,
            description = "Key of the object in the source.")
    String key = "";

    @Option(
            names = "--policy",
            paramLabel = "NAME",
            description = {
                "Rules that the archive must follow (default: strict).",
                "strict: no absolute links, no setuid, no devices, everything below rootfs/.",
                "standard: accepts real distributions; links are resolved inside the root."
            })
    String policy = "strict";

    @Option(
            names = "--digest",
            paramLabel = "SHA256",
            description = "Expected SHA-256 of the object (default: any).")
    @Nullable String digest;

    @Option(
            names = "--snapshot",
            paramLabel = "NAME",
            description = "Name of the snapshot (default: snap-IMAGE).")
    @Nullable String snapshot;

    @Option(
            names = "--refresh",
            description = "Check whether the object has changed at the source.")
    boolean refresh;

    @Option(
            names = "--no-wait",
            description = "Submit the run to the open engine, or to the next one, and return.")
    boolean noWait;

    @Mixin OverrideOption override = new OverrideOption();

    ProcessCommand(ImagesContext context) {
        this.context = context;
        this.shell = context.shell();
    }

    @Override
    public Integer call() throws IOException, InterruptedException {
        ProcessRequest request = request();
        RunStarter starter = new RunStarter(context);
        Start<ProcessRequest> start = starter.images().process(request);
        if (noWait) return starter.submit(start);
        int code = starter.await(start, ProcessResponse.class, this::answer);
        warn(starter.images());
        return code;
    }

    private int answer(ProcessResponse response) {
        return shell.json ? shell.json(json(response)) : print(response);
    }

    private void warn(Images images) throws IOException {
        try {
            images.admission().warning(images.volumes().space()).ifPresent(shell::warn);
        } catch (VolumeException e) {
            shell.warn(String.valueOf(e.getMessage()));
        }
    }

    private ProcessRequest request() {
        if (digest != null && !DIGEST.matcher(digest).matches()) {
            throw CommandException.usage(
                    "--digest must be 64 hexadecimal digits, not '%s'".formatted(digest));
        }
        String source = from.address();
        try {
            ArchivePolicy.named(policy);
            return ProcessRequest.of(source, key)
                    .policy(policy)
                    .digest(digest == null ? null : digest.replaceFirst("^sha256:", ""))
                    .snapshotName(snapshot)
                    .refresh(refresh)
                    .override(override.reason);
        } catch (IllegalArgumentException e) {
            throw CommandException.usage(String.valueOf(e.getMessage()));
        }
    }

    private int print(ProcessResponse response) {
        String how =
                response.download().alreadyExisted() && !response.unpack().unpacked()
                        ? response.activate().activated() ? "is active again" : "was already active"
                        : "is active";
        shell.say(shell.paint.green("%s %s".formatted(response.imageId(), how)));
        shell.say("  %s".formatted(response.activate().devicePath()));
        shell.say(
                "  %,d bytes, sha256 %s"
                        .formatted(
                                response.download().sizeBytes(), response.download().checksum()));
        shell.say(
                "  %,d %s, %,d bytes unpacked"
                        .formatted(
                                response.unpack().fileCount(),
                                response.unpack().fileCount() == 1 ? "file" : "files",
                                response.unpack().sizeBytes()));
        return ExitCode.OK;
    }

    /// Returns the fields of the three responses side by side, as the document has them.
    private static Map<String, Object> json(ProcessResponse response) {
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("imageId", response.imageId());
        json.put("localPath", response.download().localPath());
        json.put("checksum", response.download().checksum());
        json.put("sizeBytes", response.download().sizeBytes());
        json.put("downloaded", response.download().downloaded());
        json.put("alreadyExisted", response.download().alreadyExisted());
        json.put("deviceId", response.unpack().deviceId());
        json.put("deviceName", response.unpack().deviceName());
        json.put("unpackedBytes", response.unpack().sizeBytes());
        json.put("fileCount", response.unpack().fileCount());
        json.put("unpacked", response.unpack().unpacked());
        json.put("snapshotId", response.activate().snapshotId());
        json.put("snapshotName", response.activate().snapshotName());
        json.put("devicePath", response.activate().devicePath());
        json.put("active", response.activate().active());
        json.put("activated", response.activate().activated());
        json.put("runs", response.runs());
        return json;
    }
}
