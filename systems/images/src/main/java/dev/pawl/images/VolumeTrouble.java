package dev.pawl.images;

import dev.pawl.images.volume.Device;
import dev.pawl.images.volume.Found;
import dev.pawl.images.volume.VolumeException;
import dev.pawl.images.volume.Volumes;
import dev.pawl.machine.Attempt;
import dev.pawl.machine.Outcome;
import java.io.IOException;
import java.time.Duration;

/// What a step answers when a volume cannot be made or filled.
final class VolumeTrouble {
    private VolumeTrouble() {}

    /// Gives up what no repetition helps. A number that somebody else has is given up for another
    /// one, which counts as a retry; a place that is sick is waited for; the rest is thrown, and
    /// tried again.
    static <O> Outcome<O> answer(
            Attempt<?, O> a, VolumeException error, Device device, Volumes volumes)
            throws VolumeException, IOException {
        String text = String.valueOf(error.getMessage());
        return switch (error.kind()) {
            case NO_SPACE -> a.abort(Fault.SPACE.reason(text));
            case MISSING, FOREIGN -> a.abort(Fault.DAMAGE.reason(text));
            case TAKEN -> {
                int taken = volumes.found().stream().mapToInt(Found::id).max().orElse(0);
                Ledger.Moment moment = new Ledger.Moment(a.id().toString(), a.now());
                yield a.retryAfter(Duration.ZERO, text)
                        .writing(Ledger.renumbered(device, taken, moment));
            }
            case UNHEALTHY -> a.later(Premises.TROUBLED, text);
            case TRANSIENT -> throw error;
        };
    }
}
