package dev.pawl.images.machine;

import dev.pawl.images.request.ImageFailure;
import dev.pawl.images.table.ImageTables;
import dev.pawl.images.volume.Device;
import dev.pawl.images.volume.FoundVolume;
import dev.pawl.images.volume.VolumeException;
import dev.pawl.images.volume.Volumes;
import dev.pawl.machine.Attempt;
import dev.pawl.machine.Outcome;
import java.io.IOException;
import java.time.Duration;

/// Decides how a step ends when a volume cannot be created or filled.
final class VolumeFailures {
    private VolumeFailures() {}

    /// Aborts where a retry cannot help. If the number is taken, the volume gets another one, which
    /// counts as a retry; unhealthy volumes are waited for; any other error is thrown and retried.
    static <O> Outcome<O> answer(
            Attempt<?, O> a, VolumeException error, Device device, Volumes volumes)
            throws VolumeException, IOException {
        String text = String.valueOf(error.getMessage());
        return switch (error.kind()) {
            case NO_SPACE -> a.abort(ImageFailure.SPACE.reason(text));
            case MISSING, FOREIGN -> a.abort(ImageFailure.DAMAGE.reason(text));
            case TAKEN -> {
                int taken = volumes.found().stream().mapToInt(FoundVolume::id).max().orElse(0);
                ImageTables.ChangedBy by = ImageTables.ChangedBy.of(a);
                yield a.retryAfter(Duration.ZERO, text)
                        .writing(ImageTables.renumbered(device, taken, by));
            }
            case UNHEALTHY -> a.waitAndRepeat(ImageContext.PROBLEM_RETRY, text);
            case TRANSIENT -> throw error;
        };
    }
}
