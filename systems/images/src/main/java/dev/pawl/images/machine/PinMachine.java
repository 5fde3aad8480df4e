package dev.pawl.images.machine;

import dev.pawl.images.request.ImageFailure;
import dev.pawl.images.request.PinRequest;
import dev.pawl.images.table.Catalog;
import dev.pawl.images.table.Removals;
import dev.pawl.machine.Attempt;
import dev.pawl.machine.Machine;
import dev.pawl.machine.Outcome;
import dev.pawl.machine.Retry;

/// Pins or unpins an image.
public final class PinMachine {
    public static final String NAME = "pin-image";

    private PinMachine() {}

    public static Machine<PinRequest, PinRequest> of() {
        return Machine.named(NAME, PinRequest.class, PinRequest.class)
                .step(State.PIN, PinMachine::pin, s -> s.retry(Retry.exponential(3)))
                .build();
    }

    private static Outcome<PinRequest> pin(Attempt<PinRequest, PinRequest> a) {
        PinRequest request = a.request();
        if (new Catalog(a::query).image(request.imageId()).isEmpty()) {
            return a.abort(ImageFailure.DAMAGE.reason("there is no image " + request.imageId()));
        }
        return a.next(request).writing(Removals.pinned(request));
    }

    /// The states of a run.
    enum State {
        PIN
    }
}
