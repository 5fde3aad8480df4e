package dev.pawl.images;

import dev.pawl.images.volume.Device;
import dev.pawl.images.volume.Marker;
import dev.pawl.images.volume.Presence;
import dev.pawl.images.volume.VolumeException;
import dev.pawl.images.volume.Volumes;
import dev.pawl.machine.Attempt;
import dev.pawl.machine.Machine;
import dev.pawl.machine.Outcome;
import dev.pawl.machine.Recovery;
import dev.pawl.machine.Retry;
import dev.pawl.machine.Uniqueness;
import java.io.IOException;
import java.util.Optional;

/// Makes a snapshot of an unpacked image that can be used: the document's activate machine.
final class ActivateMachine {
    static final String NAME = "activate-image";

    private static final Recovery CHECK =
            Recovery.retry().persists("the request").note("compares the table with the snapshot");
    private static final Recovery CREATE =
            Recovery.validate()
                    .persists("number and name of the snapshot")
                    .note("a complete snapshot is kept, half a one is removed");
    private static final Recovery REGISTER =
            Recovery.retry()
                    .persists("both rows, with this transition")
                    .note("writes the same rows again");

    private final Premises premises;

    private ActivateMachine(Premises premises) {
        this.premises = premises;
    }

    static Machine<ActivateRequest, ActivateResponse> of(Premises premises) {
        ActivateMachine steps = new ActivateMachine(premises);
        return Machine.named(NAME, ActivateRequest.class, ActivateResponse.class)
                .step(
                        "check-snapshot",
                        steps::checkSnapshot,
                        s -> s.retry(Retry.exponential(3)).recovery(CHECK).finishes())
                .step(
                        "create-snapshot",
                        steps::createSnapshot,
                        s -> s.retry(Retry.fixed(3)).recovery(CREATE, steps::createSnapshot))
                .step(
                        "register",
                        steps::register,
                        s -> s.retry(Retry.exponential(5).jitter()).recovery(REGISTER))
                .cleanup(steps::cleanUp)
                .unique(Uniqueness.QUEUE_BEHIND)
                .build();
    }

    private Outcome<ActivateResponse> checkSnapshot(Attempt<ActivateRequest, ActivateResponse> a)
            throws VolumeException, IOException {
        ActivateRequest wanted = a.request();
        Catalog catalog = new Catalog(a::query);
        Optional<Snapshot> known = catalog.snapshot(wanted.snapshotName());
        if (known.isPresent() && !known.get().imageId().equals(wanted.imageId())) {
            return a.abort(
                    Fault.DAMAGE.reason(
                            "snapshot %s is one of image %s already"
                                    .formatted(wanted.snapshotName(), known.get().imageId())));
        }
        if (known.isPresent() && isUsable(a, known.get())) {
            Device snapshot = known.get().device();
            if (premises.volumes().presence(snapshot) != Presence.ACTIVE) {
                premises.volumes().activate(snapshot);
            }
            ActivateResponse active = response(wanted, snapshot, !known.get().active());
            return a.finish(active)
                    .writing(
                            known.get().active()
                                    ? Ledger.used(wanted.imageId(), a.now())
                                    : Ledger.activated(active, wanted.deviceId(), a.now()));
        }
        Outcome<ActivateResponse> next = a.next();
        if (known.isPresent()) next = next.writing(Ledger.deactivated(known.get(), a.now()));
        // The snapshot of a volume is as long as the volume, whatever is in it.
        long bytes =
                catalog.volume(wanted.deviceName())
                        .map(volume -> volume.device().sizeBytes())
                        .orElse(1L);
        return next.writing(
                Ledger.planned(wanted.snapshotName(), wanted.imageId(), bytes, moment(a)));
    }

    /// A snapshot that is there but not active was switched off, by somebody or with the machine:
    /// it is switched on again with what is in it.
    private boolean isUsable(Attempt<ActivateRequest, ActivateResponse> a, Snapshot known)
            throws VolumeException, IOException {
        Marker marker = new Marker(known.imageId(), known.device().id(), "");
        return known.originId() == a.request().deviceId()
                && new Catalog(a::query)
                        .volume(known.device().name())
                        .filter(volume -> volume.stage() == Volume.Stage.READY)
                        .isPresent()
                && new Making(premises.volumes(), known.device(), marker).isWhole();
    }

    private Outcome<ActivateResponse> createSnapshot(Attempt<ActivateRequest, ActivateResponse> a)
            throws VolumeException, IOException {
        Optional<String> trouble = premises.volumes().trouble();
        if (trouble.isPresent()) return a.later(Premises.TROUBLED, trouble.get());
        ActivateRequest wanted = a.request();
        Optional<String> full = premises.refusal(wanted.override());
        if (full.isPresent()) return a.abort(Fault.SPACE.reason(full.get()));
        Optional<Volume> origin = new Catalog(a::query).volume(wanted.deviceName());
        if (origin.isEmpty()) {
            return a.abort(
                    Fault.DAMAGE.reason(
                            "expected the volume %s of image %s, found none in the table"
                                    .formatted(wanted.deviceName(), wanted.imageId())));
        }
        Device snapshot = device(a);
        try {
            making(a, snapshot).by((device, marker) -> copy(origin.get().device(), device, marker));
            premises.volumes().activate(snapshot);
        } catch (VolumeException e) {
            return VolumeTrouble.answer(a, e, snapshot, premises.volumes());
        }
        return a.next(response(wanted, snapshot, true))
                .writing(Ledger.staged(snapshot, Volume.Stage.CREATING, moment(a)));
    }

    /// An origin may be on because it could not be switched off when it was done.
    private void copy(Device origin, Device snapshot, Marker marker)
            throws VolumeException, IOException {
        Volumes volumes = premises.volumes();
        if (volumes.presence(origin) == Presence.ACTIVE) volumes.deactivate(origin);
        volumes.snapshot(origin, snapshot, marker);
    }

    private Outcome<ActivateResponse> register(Attempt<ActivateRequest, ActivateResponse> a) {
        ActivateResponse snapshot = a.response().orElseThrow();
        return a.next(snapshot)
                .writing(Ledger.activated(snapshot, a.request().deviceId(), a.now()))
                .writing(Ledger.staged(device(a), Volume.Stage.READY, moment(a)));
    }

    /// Removes the snapshot of a run that has come to nothing, unless it is one that was published.
    private Outcome<ActivateResponse> cleanUp(Attempt<ActivateRequest, ActivateResponse> a)
            throws VolumeException, IOException {
        String image = a.request().imageId();
        String reason = Fault.reason(a.ending());
        Optional<Volume> volume = new Catalog(a::query).volume(a.request().snapshotName());
        boolean mine =
                volume.isPresent()
                        && volume.get().imageId().equals(image)
                        && volume.get().stage() != Volume.Stage.READY;
        if (!mine) return a.next().writing(Ledger.activationFailed(image, reason));
        making(a, volume.get().device()).undo();
        return a.next()
                .writing(Ledger.staged(volume.get().device(), Volume.Stage.FAILED, moment(a)))
                .writing(Ledger.activationFailed(image, reason));
    }

    private Making making(Attempt<ActivateRequest, ActivateResponse> a, Device device) {
        Marker mine = new Marker(a.request().imageId(), device.id(), a.id().toString());
        return new Making(premises.volumes(), device, mine);
    }

    private static Device device(Attempt<ActivateRequest, ActivateResponse> a) {
        String name = a.request().snapshotName();
        return new Catalog(a::query)
                .volume(name)
                .orElseThrow(() -> new IllegalStateException("no number is taken for " + name))
                .device();
    }

    private ActivateResponse response(ActivateRequest wanted, Device snapshot, boolean made) {
        return new ActivateResponse(
                wanted.imageId(),
                snapshot.id(),
                snapshot.name(),
                premises.volumes().path(snapshot).toString(),
                true,
                made);
    }

    private static Ledger.Moment moment(Attempt<ActivateRequest, ActivateResponse> a) {
        return new Ledger.Moment(a.id().toString(), a.now());
    }
}
