package dev.pawl.images.machine;

import dev.pawl.images.archive.Archive;
import dev.pawl.images.archive.ArchiveSurvey;
import dev.pawl.images.archive.DiskFullException;
import dev.pawl.images.archive.ExtractedContents;
import dev.pawl.images.archive.RootLayout;
import dev.pawl.images.archive.rule.ArchivePolicy;
import dev.pawl.images.archive.rule.ArchiveRejectedException;
import dev.pawl.images.archive.rule.ArchiveTerms;
import dev.pawl.images.machine.ProgressBoard.Amounts;
import dev.pawl.images.request.ImageFailure;
import dev.pawl.images.request.UnpackRequest;
import dev.pawl.images.request.UnpackResponse;
import dev.pawl.images.table.Catalog;
import dev.pawl.images.table.Image;
import dev.pawl.images.table.ImageIds;
import dev.pawl.images.table.ImageTables;
import dev.pawl.images.table.ImageTables.ChangedBy;
import dev.pawl.images.table.UnpackedImage;
import dev.pawl.images.table.Volume;
import dev.pawl.images.volume.Device;
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
/// The row of a volume records its stage and is always written first: `planned` means that whatever
/// exists of the volume is worthless, `creating` that the run in the row is filling it, `ready`
/// that it is complete. Other runs use a volume only when it is `ready`.
public final class UnpackMachine {
    public static final String NAME = "unpack-image";
    public static final String QUEUE = "unpacking";

    private static final Duration TIMEOUT = Duration.ofMinutes(30);

    /// The engine's name for the failure of an attempt that exceeded its timeout.
    private static final String TIMED_OUT = "Timeout";

    /// How often a volume is recreated because its extraction was interrupted.
    private static final int RECREATIONS_MAX = 5;

    private static final Recovery CHECK =
            Recovery.repeatBody()
                    .crashes(ImageContext.CRASHES_MAX)
                    .persists("the request")
                    .note("compares the table with the volume");
    private static final Recovery CREATE =
            Recovery.validateAndDecide()
                    .crashes(ImageContext.CRASHES_MAX)
                    .persists("the number and name of the volume")
                    .note("a complete volume is kept, a partial one is deleted");
    private static final Recovery EXTRACT =
            Recovery.cleanUpAndGoTo(State.CREATE_DEVICE)
                    .crashes(ImageContext.CRASHES_MAX)
                    .persists("the partly filled volume")
                    .note("a partial extraction is never resumed");
    private static final Recovery VERIFY =
            Recovery.repeatBody()
                    .crashes(ImageContext.CRASHES_MAX)
                    .persists("the filled volume")
                    .note("a bad layout deletes the volume and the run aborts");
    private static final Recovery UPDATE =
            Recovery.repeatBody()
                    .crashes(ImageContext.CRASHES_MAX)
                    .persists("the row, with this transition")
                    .note("writes the same row again");

    private final ImageContext context;

    private UnpackMachine(ImageContext context) {
        this.context = context;
    }

    public static Machine<UnpackRequest, UnpackResponse> of(ImageContext context) {
        UnpackMachine steps = new UnpackMachine(context);
        return Machine.named(NAME, UnpackRequest.class, UnpackResponse.class)
                .step(
                        State.CHECK_UNPACKED,
                        steps::checkUnpacked,
                        s -> s.retry(Retry.exponential(3)).recovery(CHECK).finishes())
                .step(
                        State.CREATE_DEVICE,
                        steps::createDevice,
                        s -> s.retry(Retry.fixed(3)).recovery(CREATE, steps::createDevice))
                .step(
                        State.EXTRACT_LAYERS,
                        steps::extractLayers,
                        s ->
                                s.retry(Retry.fixed(2))
                                        .timeout(TIMEOUT)
                                        .goesTo(State.CREATE_DEVICE, RECREATIONS_MAX)
                                        .recovery(EXTRACT, steps::startOver))
                .step(
                        State.VERIFY_LAYOUT,
                        steps::verifyLayout,
                        s -> s.retry(Retry.fixed(2)).recovery(VERIFY))
                .step(
                        State.UPDATE_DB,
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
        Optional<UnpackedImage> known = catalog.unpacked(image);
        String name = ImageIds.device(image);
        boolean ready =
                catalog.volume(name)
                        .filter(volume -> volume.stage() == Volume.Stage.READY)
                        .isPresent();
        if (known.isPresent() && ready && creation(a, known.get().device()).isComplete()) {
            UnpackedImage found = known.get();
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
                .writing(ImageTables.lost(image))
                .writing(
                        ImageTables.planned(
                                name, image, a.request().deviceSize(), ChangedBy.of(a)));
    }

    /// Creates the volume, or keeps the one that this run created before; deletes a partial one.
    private Outcome<UnpackResponse> createDevice(Attempt<UnpackRequest, UnpackResponse> a)
            throws VolumeException, IOException {
        Optional<Outcome<UnpackResponse>> obstacle = context.obstacle(a, a.request().override());
        if (obstacle.isPresent()) return obstacle.get();
        Device device = device(a);
        try {
            creation(a, device).ensure(context.volumes()::create);
        } catch (VolumeException e) {
            return VolumeFailures.answer(a, e, device, context.volumes());
        }
        return a.next(response(a, device, 0, 0))
                .writing(ImageTables.staged(device, Volume.Stage.CREATING, ChangedBy.of(a)));
    }

    private Outcome<UnpackResponse> extractLayers(Attempt<UnpackRequest, UnpackResponse> a)
            throws VolumeException, IOException {
        Optional<String> obstacle = obstacle(a);
        if (obstacle.isPresent()) return a.abort(obstacle.get());
        Device device = device(a);
        try {
            ArchiveSurvey.Counts counts = extract(a, device);
            return a.next(response(a, device, counts.bytes(), counts.files()));
        } catch (DiskFullException e) {
            return a.abort(ImageFailure.SPACE.reason(String.valueOf(e.getMessage())));
        } catch (VolumeException e) {
            if (e.kind() != VolumeException.Kind.NO_SPACE) throw e;
            return a.abort(ImageFailure.SPACE.reason(String.valueOf(e.getMessage())));
        } catch (ArchiveRejectedException e) {
            return rejected(a, e);
        }
    }

    /// Returns why an extraction must not start: the previous one timed out, as another would, or
    /// the file is not the one that was checked.
    private Optional<String> obstacle(Attempt<UnpackRequest, UnpackResponse> a) throws IOException {
        Optional<Failure> before = a.lastError().filter(error -> error.type().equals(TIMED_OUT));
        if (before.isPresent())
            return before.map(error -> ImageFailure.POLICY.reason(error.message()));
        UnpackRequest request = a.request();
        Optional<Image.Copy> file =
                new Catalog(a::query)
                        .image(request.imageId())
                        .map(Image::copy)
                        .filter(copy -> copy.checksum().equals(request.checksum()));
        if (file.isPresent() && ImageContext.isIntact(file.get())) return Optional.empty();
        return Optional.of(
                ImageFailure.DAMAGE.reason(
                        "expected %s with the checksum %s, found it missing or changed since it"
                                        .formatted(request.localPath(), request.checksum())
                                + " was checked"));
    }

    private ArchiveSurvey.Counts extract(Attempt<UnpackRequest, UnpackResponse> a, Device device)
            throws VolumeException, IOException, ArchiveRejectedException {
        // A failed attempt has left files behind: the next one starts with an empty volume.
        if (a.number() > 1) {
            creation(a, device).undo();
            context.volumes().create(device, creation(a, device).mine());
        }
        Path root = context.volumes().open(device);
        Files.createDirectories(context.work());
        Path manifest = context.manifest(a.request().imageId());
        Files.deleteIfExists(manifest);
        long size = Files.size(Path.of(a.request().localPath()));
        ExtractedContents contents =
                archive(a.request())
                        .extract(
                                root,
                                manifest,
                                terms(a.request()),
                                (read, files, _) ->
                                        showProgress(a, new Amounts(read, size, files)));
        context.volumes().sync(device);
        return contents.counts();
    }

    /// Deletes the volume with its contents, and goes back to the state that creates it.
    private Outcome<UnpackResponse> startOver(Attempt<UnpackRequest, UnpackResponse> a)
            throws VolumeException, IOException {
        creation(a, device(a)).undo();
        return a.goTo(State.CREATE_DEVICE)
                .writing(
                        ImageTables.planned(
                                ImageIds.device(a.request().imageId()),
                                a.request().imageId(),
                                a.request().deviceSize(),
                                ChangedBy.of(a)));
    }

    private Outcome<UnpackResponse> verifyLayout(Attempt<UnpackRequest, UnpackResponse> a)
            throws VolumeException, IOException {
        Device device = device(a);
        // The host may have restarted since the volume was filled.
        if (context.volumes().presence(device) == Presence.INACTIVE) {
            context.volumes().activate(device);
        }
        Path root = context.volumes().open(device);
        try {
            ArchivePolicy policy = ArchivePolicy.named(a.request().policy());
            RootLayout.check(root, policy, a.request().imageId());
            return a.next(a.response().orElseThrow());
        } catch (ArchiveRejectedException e) {
            return rejected(a, e);
        }
    }

    /// The volume is complete and inactive before its row reports it as ready.
    private Outcome<UnpackResponse> updateDb(Attempt<UnpackRequest, UnpackResponse> a)
            throws VolumeException, IOException {
        Device device = device(a);
        UnpackResponse volume = a.response().orElseThrow();
        deactivate(a, device);
        context.progress().clear(volume.imageId());
        String manifest = context.manifest(volume.imageId()).toString();
        return a.next(volume)
                .writing(ImageTables.unpacked(volume, manifest, a.now()))
                .writing(ImageTables.staged(device, Volume.Stage.READY, ChangedBy.of(a)));
    }

    /// A volume that stays active is still good: the activate machine deactivates it before it
    /// takes a snapshot.
    private void deactivate(Attempt<UnpackRequest, UnpackResponse> a, Device device) {
        try {
            context.volumes().deactivate(device);
        } catch (VolumeException | IOException e) {
            a.report("volume %s stays active: %s".formatted(device.name(), e));
        }
    }

    /// Deletes the volume of a failed run, but never one that is ready.
    private Outcome<UnpackResponse> cleanUp(Attempt<UnpackRequest, UnpackResponse> a)
            throws VolumeException, IOException {
        String image = a.request().imageId();
        context.progress().clear(image);
        String reason = ImageFailure.reason(a.ending());
        Optional<Volume> volume = new Catalog(a::query).volume(ImageIds.device(image));
        if (volume.isEmpty() || volume.get().stage() == Volume.Stage.READY) {
            return a.next().writing(ImageTables.activationFailed(image, reason));
        }
        Device device = volume.get().device();
        creation(a, device).undo();
        Files.deleteIfExists(context.manifest(image));
        return a.next()
                .writing(ImageTables.staged(device, Volume.Stage.FAILED, ChangedBy.of(a)))
                .writing(ImageTables.activationFailed(image, reason));
    }

    private Outcome<UnpackResponse> rejected(
            Attempt<UnpackRequest, UnpackResponse> a, ArchiveRejectedException e) {
        ImageTables.Rejection rejection =
                new ImageTables.Rejection(
                        a.request().imageId(), a.request().policy(), a.id().toString());
        return a.abort(ImageFailure.POLICY.reason(String.valueOf(e.getMessage())))
                .writing(ImageTables.rejected(rejection, e, a.now()));
    }

    private VolumeCreation creation(Attempt<UnpackRequest, UnpackResponse> a, Device device) {
        return VolumeCreation.by(a, context.volumes(), device, a.request().imageId());
    }

    private static Device device(Attempt<UnpackRequest, UnpackResponse> a) {
        return new Catalog(a::query).device(ImageIds.device(a.request().imageId()));
    }

    private UnpackResponse response(
            Attempt<UnpackRequest, UnpackResponse> a, Device device, long bytes, long files) {
        return new UnpackResponse(
                a.request().imageId(),
                device.id(),
                device.name(),
                context.volumes().path(device).toString(),
                bytes,
                files,
                true);
    }

    private Archive archive(UnpackRequest request) {
        return Archive.of(Path.of(request.localPath()), context.work()).named(request.imageId());
    }

    private ArchiveTerms terms(UnpackRequest request) {
        return ArchiveTerms.of(ArchivePolicy.named(request.policy())).within(context.limits());
    }

    private void showProgress(Attempt<UnpackRequest, UnpackResponse> a, Amounts done) {
        context.progress().set(a.request().imageId(), "unpack", done);
    }

    /// The states of a run.
    enum State {
        CHECK_UNPACKED,
        CREATE_DEVICE,
        EXTRACT_LAYERS,
        VERIFY_LAYOUT,
        UPDATE_DB
    }
}
