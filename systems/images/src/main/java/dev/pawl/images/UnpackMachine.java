package dev.pawl.images;

import dev.pawl.images.archive.Archive;
import dev.pawl.images.archive.Contents;
import dev.pawl.images.archive.DiskFull;
import dev.pawl.images.archive.Policy;
import dev.pawl.images.archive.Rejected;
import dev.pawl.images.archive.RootLayout;
import dev.pawl.images.archive.Terms;
import dev.pawl.images.volume.Device;
import dev.pawl.images.volume.Marker;
import dev.pawl.images.volume.Presence;
import dev.pawl.images.volume.VolumeException;
import dev.pawl.machine.Attempt;
import dev.pawl.machine.Machine;
import dev.pawl.machine.Outcome;
import dev.pawl.machine.Recovery;
import dev.pawl.machine.Retry;
import dev.pawl.machine.Uniqueness;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;

/// Unpacks a downloaded image into a volume of its own: the document's unpack machine.
///
/// The row of a volume says how far it is, and is always written first: `planned` means that
/// whatever exists of it is worth nothing, `creating` that it is being filled by the run in the
/// row, `ready` that it is complete. Only the last is ever used by others.
final class UnpackMachine {
    static final String NAME = "unpack-image";
    static final String QUEUE = "unpacking";

    private static final Duration TIMEOUT = Duration.ofMinutes(30);
    private static final String CREATE_DEVICE = "create-device";

    /// How often a volume is made anew because its filling was cut off.
    private static final int REMADE_MAX = 5;

    private static final Recovery CHECK =
            Recovery.retry().persists("the request").note("compares the table with the volume");
    private static final Recovery CREATE =
            Recovery.validate()
                    .persists("number and name of the volume")
                    .note("a complete volume is kept, half a one is removed");
    private static final Recovery EXTRACT =
            Recovery.cleanup(CREATE_DEVICE)
                    .persists("the volume, half filled")
                    .note("half an extraction is not resumed");
    private static final Recovery VERIFY =
            Recovery.retry()
                    .persists("the filled volume")
                    .note("a bad layout removes the volume, the run aborts");
    private static final Recovery UPDATE =
            Recovery.retry()
                    .persists("the row, with this transition")
                    .note("writes the same row again");

    private final Premises premises;

    private UnpackMachine(Premises premises) {
        this.premises = premises;
    }

    static Machine<UnpackRequest, UnpackResponse> of(Premises premises) {
        UnpackMachine steps = new UnpackMachine(premises);
        return Machine.named(NAME, UnpackRequest.class, UnpackResponse.class)
                .step(
                        "check-unpacked",
                        steps::checkUnpacked,
                        s -> s.retry(Retry.exponential(3)).recovery(CHECK).finishes())
                .step(
                        CREATE_DEVICE,
                        steps::createDevice,
                        s -> s.retry(Retry.fixed(3)).recovery(CREATE, steps::createDevice))
                .step(
                        "extract-layers",
                        steps::extractLayers,
                        s ->
                                s.retry(Retry.fixed(2))
                                        .timeout(TIMEOUT)
                                        .goesTo(CREATE_DEVICE, REMADE_MAX)
                                        .recovery(EXTRACT, steps::startOver))
                .step(
                        "verify-layout",
                        steps::verifyLayout,
                        s -> s.retry(Retry.fixed(2)).recovery(VERIFY))
                .step(
                        "update-db",
                        steps::updateDb,
                        s -> s.retry(Retry.exponential(5)).recovery(UPDATE))
                .cleanup(steps::cleanUp)
                .unique(Uniqueness.QUEUE_BEHIND)
                .build();
    }

    private Outcome<UnpackResponse> checkUnpacked(Attempt<UnpackRequest, UnpackResponse> a)
            throws VolumeException, IOException {
        String image = a.request().imageId();
        Catalog catalog = new Catalog(a::query);
        Optional<Unpacked> known = catalog.unpacked(image);
        String name = ImageIds.device(image);
        boolean ready =
                catalog.volume(name)
                        .filter(volume -> volume.stage() == Volume.Stage.READY)
                        .isPresent();
        if (known.isPresent() && ready && isThere(known.get().device())) {
            Unpacked found = known.get();
            return a.finish(
                    new UnpackResponse(
                            image,
                            found.device().id(),
                            found.device().name(),
                            found.devicePath(),
                            found.sizeBytes(),
                            found.fileCount(),
                            false));
        }
        return a.next()
                .writing(Ledger.lost(image))
                .writing(Ledger.planned(name, image, a.request().deviceSize(), moment(a)));
    }

    /// Makes the volume, or takes the one that this run has made before; half a one is removed.
    private Outcome<UnpackResponse> createDevice(Attempt<UnpackRequest, UnpackResponse> a)
            throws VolumeException, IOException {
        Optional<String> trouble = premises.volumes().trouble();
        if (trouble.isPresent()) return a.later(Premises.TROUBLED, trouble.get());
        Optional<String> full = premises.refusal(a.request().override());
        if (full.isPresent()) return a.abort(Fault.SPACE.reason(full.get()));
        Device device = device(a);
        Marker mine = marker(a, device);
        if (isThere(device) && !premises.volumes().marker(device).equals(Optional.of(mine))) {
            premises.volumes().delete(device);
        }
        if (!isThere(device)) {
            try {
                premises.volumes().create(device, mine);
            } catch (VolumeException e) {
                if (e.kind() != VolumeException.Kind.NO_SPACE) throw e;
                return a.abort(Fault.SPACE.reason(String.valueOf(e.getMessage())));
            }
        }
        return a.next(response(a, device, 0, 0))
                .writing(Ledger.staged(device, Volume.Stage.CREATING, moment(a)));
    }

    private Outcome<UnpackResponse> extractLayers(Attempt<UnpackRequest, UnpackResponse> a)
            throws VolumeException, IOException {
        Device device = device(a);
        Path root = premises.volumes().open(device);
        // An attempt that failed has left something: the next one begins with an empty volume.
        if (Files.exists(root.resolve("rootfs"))) return startOver(a);
        Files.createDirectories(premises.work());
        Path manifest = premises.manifest(a.request().imageId());
        Files.deleteIfExists(manifest);
        try {
            Contents contents =
                    archive(a.request())
                            .extract(
                                    root,
                                    manifest,
                                    terms(a.request()),
                                    (read, files, _) -> tell(a, read, files));
            premises.volumes().sync(device);
            return a.next(
                    response(a, device, contents.counts().bytes(), contents.counts().files()));
        } catch (DiskFull e) {
            return a.abort(Fault.SPACE.reason(String.valueOf(e.getMessage())));
        } catch (Rejected e) {
            return rejected(a, e);
        }
    }

    /// Removes the volume with whatever is in it, and goes back to where it is made.
    private Outcome<UnpackResponse> startOver(Attempt<UnpackRequest, UnpackResponse> a)
            throws VolumeException, IOException {
        premises.volumes().delete(device(a));
        return a.goTo(CREATE_DEVICE)
                .writing(
                        Ledger.planned(
                                ImageIds.device(a.request().imageId()),
                                a.request().imageId(),
                                a.request().deviceSize(),
                                moment(a)));
    }

    private Outcome<UnpackResponse> verifyLayout(Attempt<UnpackRequest, UnpackResponse> a)
            throws VolumeException, IOException {
        Path root = premises.volumes().open(device(a));
        try {
            Policy policy = Policy.named(a.request().policy());
            RootLayout.check(root, policy, a.request().imageId());
            return a.next(a.response().orElseThrow());
        } catch (Rejected e) {
            return rejected(a, e);
        }
    }

    /// Everything is done with the volume before the row says that it is.
    private Outcome<UnpackResponse> updateDb(Attempt<UnpackRequest, UnpackResponse> a)
            throws VolumeException, IOException {
        Device device = device(a);
        UnpackResponse volume = a.response().orElseThrow();
        premises.volumes().deactivate(device);
        premises.board().clear(volume.imageId());
        String manifest = premises.manifest(volume.imageId()).toString();
        return a.next(volume)
                .writing(Ledger.unpacked(volume, manifest, a.now()))
                .writing(Ledger.staged(device, Volume.Stage.READY, moment(a)));
    }

    /// Removes the volume of a run that has come to nothing, unless it is one that was published.
    private Outcome<UnpackResponse> cleanUp(Attempt<UnpackRequest, UnpackResponse> a)
            throws VolumeException, IOException {
        String image = a.request().imageId();
        premises.board().clear(image);
        String reason = Fault.reason(a.ending());
        Optional<Volume> volume = new Catalog(a::query).volume(ImageIds.device(image));
        if (volume.isEmpty() || volume.get().stage() == Volume.Stage.READY) {
            return a.next().writing(Ledger.activationFailed(image, reason));
        }
        Device device = volume.get().device();
        premises.volumes().delete(device);
        Files.deleteIfExists(premises.manifest(image));
        return a.next()
                .writing(Ledger.staged(device, Volume.Stage.FAILED, moment(a)))
                .writing(Ledger.activationFailed(image, reason));
    }

    private Outcome<UnpackResponse> rejected(Attempt<UnpackRequest, UnpackResponse> a, Rejected e) {
        Ledger.Rejection what =
                new Ledger.Rejection(
                        a.request().imageId(), a.request().policy(), a.id().toString());
        return a.abort(Fault.POLICY.reason(String.valueOf(e.getMessage())))
                .writing(Ledger.rejected(what, e, a.now()));
    }

    private boolean isThere(Device device) throws VolumeException, IOException {
        return premises.volumes().presence(device) != Presence.ABSENT;
    }

    private static Device device(Attempt<UnpackRequest, UnpackResponse> a) {
        String name = ImageIds.device(a.request().imageId());
        return new Catalog(a::query)
                .volume(name)
                .orElseThrow(() -> new IllegalStateException("no number is taken for " + name))
                .device();
    }

    private static Marker marker(Attempt<UnpackRequest, UnpackResponse> a, Device device) {
        return new Marker(a.request().imageId(), device.id(), a.id().toString());
    }

    private UnpackResponse response(
            Attempt<UnpackRequest, UnpackResponse> a, Device device, long bytes, long files) {
        return new UnpackResponse(
                a.request().imageId(),
                device.id(),
                device.name(),
                premises.volumes().path(device).toString(),
                bytes,
                files,
                true);
    }

    private Archive archive(UnpackRequest wanted) {
        return Archive.of(Path.of(wanted.localPath()), premises.work()).named(wanted.imageId());
    }

    private Terms terms(UnpackRequest wanted) {
        return Terms.of(Policy.named(wanted.policy())).within(premises.limits());
    }

    private void tell(Attempt<UnpackRequest, UnpackResponse> a, long read, long files) {
        premises.board()
                .set(a.request().imageId(), "unpack", new ProgressBoard.Amounts(read, 0, files));
    }

    private static Ledger.Moment moment(Attempt<UnpackRequest, UnpackResponse> a) {
        return new Ledger.Moment(a.id().toString(), a.now());
    }
}
