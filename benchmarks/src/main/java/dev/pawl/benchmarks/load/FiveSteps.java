package dev.pawl.benchmarks.load;

import dev.pawl.engine.Engine;
import dev.pawl.machine.Attempt;
import dev.pawl.machine.Machine;
import dev.pawl.machine.Outcome;
import dev.pawl.run.RunId;
import java.time.Duration;

/// The machine that is measured: five steps without work, with about 100 bytes of JSON.
public final class FiveSteps {
    public static final int STEPS = 5;

    public static final Machine<Pull, Image> MACHINE =
            Machine.named("five-steps", Pull.class, Image.class)
                    .step("check", FiveSteps::next)
                    .step("download", FiveSteps::next)
                    .step("validate", FiveSteps::next)
                    .step("store", FiveSteps::next)
                    .step("activate", FiveSteps::next)
                    .build();

    public static final Pull REQUEST =
            new Pull("registry/library/debian:12", "linux/amd64", 48_213);

    private static final Duration TIME_MAX = Duration.ofMinutes(1);

    private FiveSteps() {}

    /// Starts a run and waits for its end.
    public static void run(Engine engine) throws InterruptedException {
        RunId id = engine.start(MACHINE.start(REQUEST));
        if (engine.awaitEnd(id, TIME_MAX).isEmpty()) {
            throw new IllegalStateException("run %s has not ended in %s".formatted(id, TIME_MAX));
        }
    }

    private static Outcome<Image> next(Attempt<Pull, Image> attempt) {
        long size = attempt.response().map(Image::size).orElse(0L) + attempt.request().size();
        return attempt.next(new Image("sha256:0123456789", size));
    }

    record Pull(String image, String platform, long size) {}

    record Image(String digest, long size) {}
}
