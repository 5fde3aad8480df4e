package dev.pawl.pipeline.watermark;

import dev.pawl.machine.Attempt;
import dev.pawl.machine.JsonCodec;
import dev.pawl.machine.Machine;
import dev.pawl.machine.Outcome;
import dev.pawl.machine.Recovery;
import dev.pawl.machine.Retry;
import dev.pawl.pipeline.alert.Alert;
import dev.pawl.pipeline.context.PipelineContext;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Copies the watermark of a feed to `FEED.json` in a directory, after each run.
///
/// It writes the row as it is now, so that mirrors which run late or twice end with the newest one.
public final class MirrorMachine {
    static final String WRITE = "write-mirror";

    private static final int RETRIES = 9;
    private static final Retry RETRY =
            Retry.exponential(RETRIES)
                    .with(new Retry.Curve(Duration.ofSeconds(1), 2, Duration.ofMinutes(5), 0));

    private final PipelineContext context;
    private final @Nullable Path directory;

    /// Creates the machine; without a directory it does nothing.
    public MirrorMachine(PipelineContext context, @Nullable Path directory) {
        this.context = context;
        this.directory = directory;
    }

    public Machine<MirrorRequest, MirrorEnd> machine() {
        return Machine.named("pipeline-mirror", MirrorRequest.class, MirrorEnd.class)
                .step(
                        WRITE,
                        this::write,
                        s ->
                                s.retry(RETRY)
                                        .recovery(
                                                Recovery.repeatBody()
                                                        .persists("the file, replaced as a whole")))
                .cleanup(this::alert)
                .build();
    }

    private Outcome<MirrorEnd> write(Attempt<MirrorRequest, MirrorEnd> attempt) throws IOException {
        String feed = attempt.request().feed();
        Optional<Watermark> watermark = Watermark.find(attempt::query, feed);
        if (directory == null || watermark.isEmpty()) return attempt.next(new MirrorEnd(""));
        Path target = file(directory, feed);
        byte[] json = JsonCodec.JSON.encode(WatermarkDocument.of(watermark.get())).bytes();
        Path temporary = target.resolveSibling(target.getFileName() + "." + attempt.id());
        Files.createDirectories(directory);
        try (FileChannel channel =
                FileChannel.open(
                        temporary,
                        StandardOpenOption.CREATE,
                        StandardOpenOption.WRITE,
                        StandardOpenOption.TRUNCATE_EXISTING)) {
            ByteBuffer bytes = ByteBuffer.wrap(json);
            while (bytes.hasRemaining()) channel.write(bytes);
            channel.force(true);
        }
        Files.move(
                temporary,
                target,
                StandardCopyOption.ATOMIC_MOVE,
                StandardCopyOption.REPLACE_EXISTING);
        return attempt.next(new MirrorEnd(target.toString()));
    }

    /// Returns the file of a feed.
    public static Path file(Path directory, String feed) {
        return directory.resolve(feed.replaceAll("[^A-Za-z0-9._-]", "_") + ".json");
    }

    private Outcome<MirrorEnd> alert(Attempt<MirrorRequest, MirrorEnd> attempt) {
        MirrorRequest request = attempt.request();
        String why = attempt.lastError().map(Object::toString).orElse("unknown error");
        context.send(
                new Alert(
                        "watermark-mirror",
                        Alert.Severity.CRITICAL,
                        "Watermark Mirror Failed",
                        "The watermark of %s is saved, but its copy is not: %s"
                                .formatted(request.feed(), why),
                        request.traceId(),
                        "mirror " + attempt.id()));
        return attempt.next();
    }

    /// A feed whose watermark may have changed.
    public record MirrorRequest(String feed, String traceId) {}

    /// The file that was written; empty if there is none.
    public record MirrorEnd(String file) {}
}
