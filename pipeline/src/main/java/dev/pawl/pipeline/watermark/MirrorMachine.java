package dev.pawl.pipeline.watermark;

import dev.pawl.machine.Attempt;
import dev.pawl.machine.JsonCodec;
import dev.pawl.machine.Machine;
import dev.pawl.machine.Outcome;
import dev.pawl.machine.Recovery;
import dev.pawl.machine.Retry;
import dev.pawl.pipeline.alert.Alert;
import dev.pawl.pipeline.context.PipelineContext;
import java.time.Duration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Copies the watermark of a feed to a mirror, after each run.
///
/// It writes the row as it is now, so that mirrors which run late or twice end with the newest one.
public final class MirrorMachine {
    static final String WRITE = "write-mirror";

    private static final int RETRIES = 9;
    private static final Retry RETRY =
            Retry.exponential(RETRIES)
                    .with(new Retry.Curve(Duration.ofSeconds(1), 2, Duration.ofMinutes(5), 0));

    private final PipelineContext context;
    private final @Nullable WatermarkMirror mirror;

    /// Creates the machine; without a mirror it does nothing.
    public MirrorMachine(PipelineContext context, @Nullable WatermarkMirror mirror) {
        this.context = context;
        this.mirror = mirror;
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
                                                        .persists("the document as a whole")))
                .cleanup(this::alert)
                .build();
    }

    private Outcome<MirrorEnd> write(Attempt<MirrorRequest, MirrorEnd> attempt) throws Exception {
        String feed = attempt.request().feed();
        Optional<Watermark> watermark = Watermark.find(attempt::query, feed);
        if (mirror == null || watermark.isEmpty()) return attempt.next(new MirrorEnd(""));
        byte[] json = JsonCodec.JSON.encode(WatermarkDocument.of(watermark.get())).bytes();
        return attempt.next(new MirrorEnd(mirror.save(feed, json)));
    }

    private Outcome<MirrorEnd> alert(Attempt<MirrorRequest, MirrorEnd> attempt) {
        MirrorRequest request = attempt.request();
        String why = attempt.lastError().map(Object::toString).orElse("unknown error");
        return context.alerting(
                new Alert(
                        "watermark-mirror",
                        Alert.Severity.CRITICAL,
                        "Watermark Mirror Failed",
                        "The watermark of %s is saved, but its copy is not: %s"
                                .formatted(request.feed(), why),
                        request.traceId(),
                        "mirror " + attempt.id()),
                attempt.next());
    }

    /// A feed whose watermark may have changed.
    public record MirrorRequest(String feed, String traceId) {}

    /// Where the document is; empty if there is none.
    public record MirrorEnd(String place) {}
}
