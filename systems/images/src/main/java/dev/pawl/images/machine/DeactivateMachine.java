package dev.pawl.images.machine;

import dev.pawl.images.request.DeactivateRequest;
import dev.pawl.images.request.DeactivateResponse;
import dev.pawl.images.request.ImageFailure;
import dev.pawl.images.table.Catalog;
import dev.pawl.images.table.ImageTables;
import dev.pawl.images.table.Snapshot;
import dev.pawl.images.volume.VolumeException;
import dev.pawl.machine.Attempt;
import dev.pawl.machine.Machine;
import dev.pawl.machine.Outcome;
import dev.pawl.machine.Recovery;
import dev.pawl.machine.Retry;
import dev.pawl.machine.Uniqueness;
import java.io.IOException;
import java.util.Optional;

/// Deactivates a snapshot: first the volume, then its row.
public final class DeactivateMachine {
    public static final String NAME = "deactivate-image";

    private final ImageContext context;

    private DeactivateMachine(ImageContext context) {
        this.context = context;
    }

    public static Machine<DeactivateRequest, DeactivateResponse> of(ImageContext context) {
        DeactivateMachine steps = new DeactivateMachine(context);
        Recovery again =
                Recovery.repeatBody()
                        .crashes(ImageContext.CRASHES_MAX)
                        .note("deactivating an inactive snapshot does nothing");
        return Machine.named(NAME, DeactivateRequest.class, DeactivateResponse.class)
                .step(
                        State.CHECK_ACTIVE,
                        steps::checkActive,
                        s -> s.retry(Retry.exponential(3)).recovery(again).finishes())
                .step(
                        State.DEACTIVATE,
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
                    ImageFailure.DAMAGE.reason(
                            "there is no snapshot " + a.request().snapshotName()));
        }
        return known.get().active() ? a.next() : a.finish(response(known.get(), false));
    }

    private Outcome<DeactivateResponse> deactivate(Attempt<DeactivateRequest, DeactivateResponse> a)
            throws VolumeException, IOException {
        Optional<Outcome<DeactivateResponse>> waiting = context.waitForRepair(a);
        if (waiting.isPresent()) return waiting.get();
        Snapshot known = snapshot(a).orElseThrow();
        context.volumes().deactivate(known.device());
        return a.next(response(known, true)).writing(ImageTables.deactivated(known, a.now()));
    }

    private static Optional<Snapshot> snapshot(Attempt<DeactivateRequest, ?> a) {
        return new Catalog(a::query).snapshot(a.request().snapshotName());
    }

    private static DeactivateResponse response(Snapshot known, boolean deactivated) {
        return new DeactivateResponse(
                known.imageId(), known.device().id(), known.device().name(), deactivated);
    }

    /// The states of a run.
    enum State {
        CHECK_ACTIVE,
        DEACTIVATE
    }
}
