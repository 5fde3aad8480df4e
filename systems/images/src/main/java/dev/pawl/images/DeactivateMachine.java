package dev.pawl.images;

import dev.pawl.images.volume.VolumeException;
import dev.pawl.machine.Attempt;
import dev.pawl.machine.Machine;
import dev.pawl.machine.Outcome;
import dev.pawl.machine.Recovery;
import dev.pawl.machine.Retry;
import dev.pawl.machine.Uniqueness;
import java.io.IOException;
import java.util.Optional;

/// Switches a snapshot off: first the volume, then the row that says so.
final class DeactivateMachine {
    static final String NAME = "deactivate-image";

    private final Premises premises;

    private DeactivateMachine(Premises premises) {
        this.premises = premises;
    }

    static Machine<DeactivateRequest, DeactivateResponse> of(Premises premises) {
        DeactivateMachine steps = new DeactivateMachine(premises);
        Recovery again = Recovery.retry().note("switching off what is off is nothing");
        return Machine.named(NAME, DeactivateRequest.class, DeactivateResponse.class)
                .step(
                        "check-active",
                        steps::checkActive,
                        s -> s.retry(Retry.exponential(3)).recovery(again).finishes())
                .step(
                        "deactivate",
                        steps::deactivate,
                        s -> s.retry(Retry.exponential(3)).recovery(again))
                .unique(Uniqueness.ATTACH)
                .build();
    }

    private Outcome<DeactivateResponse> checkActive(
            Attempt<DeactivateRequest, DeactivateResponse> a) {
        Optional<Snapshot> known = snapshot(a);
        if (known.isEmpty()) {
            return a.abort(
                    Fault.DAMAGE.reason("there is no snapshot " + a.request().snapshotName()));
        }
        return known.get().active() ? a.next() : a.finish(response(known.get(), false));
    }

    private Outcome<DeactivateResponse> deactivate(Attempt<DeactivateRequest, DeactivateResponse> a)
            throws VolumeException, IOException {
        Optional<String> trouble = premises.volumes().trouble();
        if (trouble.isPresent()) return a.later(Premises.TROUBLED, trouble.get());
        Snapshot known = snapshot(a).orElseThrow();
        premises.volumes().deactivate(known.device());
        return a.next(response(known, true)).writing(Ledger.deactivated(known, a.now()));
    }

    private static Optional<Snapshot> snapshot(Attempt<DeactivateRequest, ?> a) {
        return new Catalog(a::query).snapshot(a.request().snapshotName());
    }

    private static DeactivateResponse response(Snapshot known, boolean deactivated) {
        return new DeactivateResponse(
                known.imageId(), known.device().id(), known.device().name(), deactivated);
    }
}
