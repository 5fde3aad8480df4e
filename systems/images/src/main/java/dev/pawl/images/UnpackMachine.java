package dev.pawl.images;

import dev.pawl.images.ProgressBoard.Amounts;
import dev.pawl.images.archive.Archive;
import dev.pawl.images.archive.Contents;
import dev.pawl.images.archive.DiskFull;
import dev.pawl.images.archive.Policy;
import dev.pawl.images.archive.Rejected;
import dev.pawl.images.archive.RootLayout;
import dev.pawl.images.archive.Survey;
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
import dev.pawl.run.Failure;
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

    /// What the engine calls the failure of an attempt that was stopped after its timeout.
    private static final String TIMED_OUT = "Timeout";

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
        if (known.isPresent() && ready && making(a, known.get().device()).isWhole()) {
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
        try {
            making(a, device).by(premises.volumes()::create);
        } catch (VolumeException e) {
            return VolumeTrouble.answer(a, e, device, premises.volumes());
        }
        return a.next(response(a, device, 0, 0))
                .writing(Ledger.staged(device, Volume.Stage.CREATING, moment(a)));
    }

    private Outcome<UnpackResponse> extractLayers(Attempt<UnpackRequest, UnpackResponse> a)
            throws VolumeException, IOException {
        Optional<String> obstacle = obstacle(a);
        if (obstacle.isPresent()) return a.abort(obstacle.get());
        Device device = device(a);
        try {
            Survey.Counts counts = extract(a, device);
            return a.next(response(a, device, counts.bytes(), counts.files()));
        } catch (DiskFull e) {
            return a.abort(Fault.SPACE.reason(String.valueOf(e.getMessage())));
        } catch (VolumeException e) {
            if (e.kind() != VolumeException.Kind.NO_SPACE) throw e;
            return a.abort(Fault.SPACE.reason(String.valueOf(e.getMessage())));
        } catch (Rejected e) {
            return rejected(a, e);
        }
    }

    /// Returns why an extraction is not begun: the one before took too long, which another would
    /// too, or the file is not the one that was checked.
    private Optional<String> obstacle(Attempt<UnpackRequest, UnpackResponse> a) throws IOException {
        Optional<Failure> before = a.lastError().filter(error -> error.type().equals(TIMED_OUT));
        if (before.isPresent()) return before.map(error -> Fault.POLICY.reason(error.message()));
        UnpackRequest wanted = a.request();
        Optional<Image.Copy> file =
                new Catalog(a::query)
                        .image(wanted.imageId())
                        .map(Image::copy)
                        .filter(copy -> copy.checksum().equals(wanted.checksum()));
        if (file.isPresent() && Premises.isIntact(file.get())) return Optional.empty();
        return Optional.of(
                Fault.DAMAGE.reason(
                        "%s should have the checksum %s, and is gone or was changed since it was"
                                        .formatted(wanted.localPath(), wanted.checksum())
                                + " checked"));
    }

    private Survey.Counts extract(Attempt<UnpackRequest, UnpackResponse> a, Device device)
            throws VolumeException, IOException, Rejected {
        // An attempt that failed has left something: the next one begins with an empty volume.
        if (a.number() > 1) {
            making(a, device).undo();
            premises.volumes().create(device, marker(a, device));
        }
        Path root = premises.volumes().open(device);
        Files.createDirectories(premises.work());
        Path manifest = premises.manifest(a.request().imageId());
        Files.deleteIfExists(manifest);
        long size = Files.size(Path.of(a.request().localPath()));
        Contents contents =
                archive(a.request())
                        .extract(
                                root,
                                manifest,
                                terms(a.request()),
                                (read, files, _) -> tell(a, new Amounts(read, size, files)));
        premises.volumes().sync(device);
        return contents.counts();
    }

    /// Removes the volume with whatever is in it, and goes back to where it is made.
    private Outcome<UnpackResponse> startOver(Attempt<UnpackRequest, UnpackResponse> a)
            throws VolumeException, IOException {
        making(a, device(a)).undo();
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
        Device device = device(a);
        // The machine may have been started anew since the volume was filled.
        if (premises.volumes().presence(device) == Presence.INACTIVE) {
            premises.volumes().activate(device);
        }
        Path root = premises.volumes().open(device);
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
        switchOff(a, device);
        premises.board().clear(volume.imageId());
        String manifest = premises.manifest(volume.imageId()).toString();
        return a.next(volume)
                .writing(Ledger.unpacked(volume, manifest, a.now()))
                .writing(Ledger.staged(device, Volume.Stage.READY, moment(a)));
    }

    /// A volume that stays on is no reason to lose it: whoever makes a snapshot of it switches it
    /// off before.
    private void switchOff(Attempt<UnpackRequest, UnpackResponse> a, Device device) {
        try {
            premises.volumes().deactivate(device);
        } catch (VolumeException | IOException e) {
            a.report("volume %s was not switched off: %s".formatted(device.name(), e));
        }
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
        making(a, device).undo();
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

    private Making making(Attempt<UnpackRequest, UnpackResponse> a, Device device) {
        return new Making(premises.volumes(), device, marker(a, device));
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

    private void tell(Attempt<UnpackRequest, UnpackResponse> a, Amounts done) {
        premises.board().set(a.request().imageId(), "unpack", done);
    }

    private static Ledger.Moment moment(Attempt<UnpackRequest, UnpackResponse> a) {
        return new Ledger.Moment(a.id().toString(), a.now());
    }
}
