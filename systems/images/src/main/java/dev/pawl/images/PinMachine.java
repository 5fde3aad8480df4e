package dev.pawl.images;

import dev.pawl.machine.Attempt;
import dev.pawl.machine.Machine;
import dev.pawl.machine.Outcome;
import dev.pawl.machine.Retry;

/// Writes down that an image is to be kept, or not.
final class PinMachine {
    static final String NAME = "pin-image";

    private PinMachine() {}

    static Machine<PinRequest, PinRequest> of() {
        return Machine.named(NAME, PinRequest.class, PinRequest.class)
                .step("pin", PinMachine::pin, s -> s.retry(Retry.exponential(3)))
                .build();
    }

    private static Outcome<PinRequest> pin(Attempt<PinRequest, PinRequest> a) {
        PinRequest wanted = a.request();
        if (new Catalog(a::query).image(wanted.imageId()).isEmpty()) {
            return a.abort(Fault.DAMAGE.reason("there is no image " + wanted.imageId()));
        }
        return a.next(wanted).writing(Removals.pinned(wanted));
    }
}
