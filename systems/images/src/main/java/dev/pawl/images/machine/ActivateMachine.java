package dev.pawl.images.machine;

import dev.pawl.images.request.ActivateRequest;
import dev.pawl.images.request.ActivateResponse;
import dev.pawl.images.request.ImageFailure;
import dev.pawl.images.table.Catalog;
import dev.pawl.images.table.ImageTables;
import dev.pawl.images.table.ImageTables.ChangedBy;
import dev.pawl.images.table.Snapshot;
import dev.pawl.images.table.Volume;
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
import java.time.Duration;
import java.util.Optional;

/// Creates and activates a snapshot of an unpacked image: the document's activate machine.
public final class ActivateMachine {
    public static final String NAME = "activate-image";

    /// How long a run waits before it checks again whether its image is unpacked.
    private static final Duration UNPACK_RETRY = Duration.ofSeconds(1);

    private static final Recovery CHECK =
            Recovery.repeatBody()
                    .crashes(ImageContext.CRASHES_MAX)
                    .persists("the request")
                    .note("compares the table with the snapshot");
    private static final Recovery CREATE =
            Recovery.validateAndDecide()
                    .crashes(ImageContext.CRASHES_MAX)
                    .persists("the number and name of the snapshot")
                    .note("a complete snapshot is kept, a partial one is deleted");
    private static final Recovery REGISTER =
            Recovery.repeatBody()
                    .crashes(ImageContext.CRASHES_MAX)
                    .persists("both rows, with this transition")
                    .note("writes the same rows again");

    private final ImageContext context;

    private ActivateMachine(ImageContext context) {
        this.context = context;
    }

    public static Machine<ActivateRequest, ActivateResponse> of(ImageContext context) {
        ActivateMachine steps = new ActivateMachine(context);
        return Machine.named(NAME, ActivateRequest.class, ActivateResponse.class)
                .step(
                        State.CHECK_SNAPSHOT,
                        steps::checkSnapshot,
                        s -> s.retry(Retry.exponential(3)).recovery(CHECK).finishes())
                .step(
                        State.CREATE_SNAPSHOT,
                        steps::createSnapshot,
                        s -> s.retry(Retry.fixed(3)).recovery(CREATE, steps::createSnapshot))
                .step(
                        State.REGISTER,
                        steps::register,
                        s -> s.retry(Retry.exponential(5).jitter()).recovery(REGISTER))
                .cleanup(steps::cleanUp)
                .unique(Uniqueness.QUEUE_BEHIND)
                .build();
    }

    private Outcome<ActivateResponse> checkSnapshot(Attempt<ActivateRequest, ActivateResponse> a)
            throws VolumeException, IOException {
        ActivateRequest request = a.request();
        Catalog catalog = new Catalog(a::query);
        Optional<Snapshot> known = catalog.snapshot(request.snapshotName());
        if (known.isPresent() && !known.get().imageId().equals(request.imageId())) {
            return a.abort(
                    ImageFailure.DAMAGE.reason(
                            "snapshot %s already belongs to image %s"
                                    .formatted(request.snapshotName(), known.get().imageId())));
        }
        if (known.isPresent() && isUsable(a, known.get())) {
            Device snapshot = known.get().device();
            if (context.volumes().presence(snapshot) != Presence.ACTIVE) {
                context.volumes().activate(snapshot);
            }
            ActivateResponse active = response(request, snapshot, !known.get().active());
            return a.finish(active)
                    .writing(
                            known.get().active()
                                    ? ImageTables.used(request.imageId(), a.now())
                                    : ImageTables.activated(active, request.deviceId(), a.now()));
        }
        Outcome<ActivateResponse> next = a.next();
        if (known.isPresent()) next = next.writing(ImageTables.deactivated(known.get(), a.now()));
        // A snapshot has the size of its volume, whatever the volume holds.
        long bytes =
                catalog.volume(request.deviceName())
                        .map(volume -> volume.device().sizeBytes())
                        .orElse(1L);
        return next.writing(
                ImageTables.planned(
                        request.snapshotName(), request.imageId(), bytes, ChangedBy.of(a)));
    }

    /// A snapshot that exists but is inactive was deactivated, by a user or by a restart of the
    /// host: it is activated again with its contents.
    private boolean isUsable(Attempt<ActivateRequest, ActivateResponse> a, Snapshot known)
            throws VolumeException, IOException {
        Marker marker = new Marker(known.imageId(), known.device().id(), "");
        return known.originId() == a.request().deviceId()
                && new Catalog(a::query)
                        .volume(known.device().name())
                        .filter(volume -> volume.stage() == Volume.Stage.READY)
                        .isPresent()
                && new VolumeCreation(context.volumes(), known.device(), marker).isComplete();
    }

    private Outcome<ActivateResponse> createSnapshot(Attempt<ActivateRequest, ActivateResponse> a)
            throws VolumeException, IOException {
        Optional<Outcome<ActivateResponse>> obstacle = context.obstacle(a, a.request().override());
        if (obstacle.isPresent()) return obstacle.get();
        ActivateRequest request = a.request();
        Optional<Volume> origin = new Catalog(a::query).volume(request.deviceName());
        if (origin.isEmpty() || origin.get().stage() != Volume.Stage.READY) {
            return waitForOrigin(a, origin);
        }
        Device snapshot = device(a);
        try {
            creation(a, snapshot)
                    .ensure((device, marker) -> copy(origin.get().device(), device, marker));
            // A run may have started to unpack the image again while it was copied.
            Optional<Volume> after = new Catalog(a::query).volume(request.deviceName());
            if (!after.equals(origin)) {
                creation(a, snapshot).undo();
                return waitForOrigin(a, after);
            }
            context.volumes().activate(snapshot);
        } catch (VolumeException e) {
            return VolumeFailures.answer(a, e, snapshot, context.volumes());
        }
        return a.next(response(request, snapshot, true))
                .writing(ImageTables.staged(snapshot, Volume.Stage.CREATING, ChangedBy.of(a)));
    }

    /// Only a volume that is ready has been verified. One that is being filled is worth waiting
    /// for.
    private static Outcome<ActivateResponse> waitForOrigin(
            Attempt<ActivateRequest, ActivateResponse> a, Optional<Volume> origin) {
        ActivateRequest request = a.request();
        String image = request.imageId();
        return switch (origin.map(Volume::stage).orElse(Volume.Stage.FAILED)) {
            case READY ->
                    a.waitAndRepeat(UNPACK_RETRY, "image %s was unpacked again".formatted(image));
            case PLANNED, CREATING ->
                    a.waitAndRepeat(
                            UNPACK_RETRY,
                            "run %s is unpacking image %s"
                                    .formatted(origin.orElseThrow().run(), image));
            case FAILED, DELETING ->
                    a.abort(
                            ImageFailure.DAMAGE.reason(
                                    "expected volume %s of image %s to be ready, found %s"
                                            .formatted(
                                                    request.deviceName(),
                                                    image,
                                                    origin.map(row -> row.stage().word())
                                                            .orElse("none"))));
        };
    }

    /// The origin may still be active, if its deactivation failed after it was filled.
    private void copy(Device origin, Device snapshot, Marker marker)
            throws VolumeException, IOException {
        Volumes volumes = context.volumes();
        if (volumes.presence(origin) == Presence.ACTIVE) volumes.deactivate(origin);
        volumes.snapshot(origin, snapshot, marker);
    }

    private Outcome<ActivateResponse> register(Attempt<ActivateRequest, ActivateResponse> a) {
        ActivateResponse snapshot = a.response().orElseThrow();
        return a.next(snapshot)
                .writing(ImageTables.activated(snapshot, a.request().deviceId(), a.now()))
                .writing(ImageTables.staged(device(a), Volume.Stage.READY, ChangedBy.of(a)));
    }

    /// Deletes the snapshot of a failed run, but never one that is ready.
    private Outcome<ActivateResponse> cleanUp(Attempt<ActivateRequest, ActivateResponse> a)
            throws VolumeException, IOException {
        String image = a.request().imageId();
        String reason = ImageFailure.reason(a.ending());
        Optional<Volume> volume = new Catalog(a::query).volume(a.request().snapshotName());
        boolean mine =
                volume.isPresent()
                        && volume.get().imageId().equals(image)
                        && volume.get().stage() != Volume.Stage.READY;
        if (!mine) return a.next().writing(ImageTables.activationFailed(image, reason));
        creation(a, volume.get().device()).undo();
        return a.next()
                .writing(
                        ImageTables.staged(
                                volume.get().device(), Volume.Stage.FAILED, ChangedBy.of(a)))
                .writing(ImageTables.activationFailed(image, reason));
    }

    private VolumeCreation creation(Attempt<ActivateRequest, ActivateResponse> a, Device device) {
        return VolumeCreation.by(a, context.volumes(), device, a.request().imageId());
    }

    private static Device device(Attempt<ActivateRequest, ActivateResponse> a) {
        return new Catalog(a::query).device(a.request().snapshotName());
    }

    private ActivateResponse response(ActivateRequest request, Device snapshot, boolean activated) {
        return new ActivateResponse(
                request.imageId(),
                snapshot.id(),
                snapshot.name(),
                context.volumes().path(snapshot).toString(),
                true,
                activated);
    }

    /// The states of a run.
    enum State {
        CHECK_SNAPSHOT,
        CREATE_SNAPSHOT,
        REGISTER
    }
}
