package dev.pawl.images;

import dev.pawl.engine.EngineOptions;
import dev.pawl.engine.QueueSettings;
import dev.pawl.fetch.FetchException;
import dev.pawl.fetch.ObjectInfo;
import dev.pawl.fetch.ObjectPage;
import dev.pawl.fetch.ObjectSource;
import dev.pawl.fetch.Validator;
import dev.pawl.images.gc.ImageRetention;
import dev.pawl.images.gc.Inconsistency;
import dev.pawl.images.gc.Inconsistency.Repaired;
import dev.pawl.images.gc.Reconciler;
import dev.pawl.images.gc.RepairMachine;
import dev.pawl.images.machine.DeactivateMachine;
import dev.pawl.images.machine.DeleteMachine;
import dev.pawl.images.machine.DownloadMachine;
import dev.pawl.images.machine.ImageContext;
import dev.pawl.images.machine.PinMachine;
import dev.pawl.images.machine.ProcessMachine;
import dev.pawl.images.machine.ProgressBoard;
import dev.pawl.images.machine.UnpackMachine;
import dev.pawl.images.request.ActivateRequest;
import dev.pawl.images.request.DeactivateRequest;
import dev.pawl.images.request.DeactivateResponse;
import dev.pawl.images.request.DeleteRequest;
import dev.pawl.images.request.DeleteResponse;
import dev.pawl.images.request.DownloadRequest;
import dev.pawl.images.request.PinRequest;
import dev.pawl.images.request.ProcessRequest;
import dev.pawl.images.request.ProcessResponse;
import dev.pawl.images.table.Catalog;
import dev.pawl.images.table.Image;
import dev.pawl.images.table.ImageIds;
import dev.pawl.images.table.ImagesSchema;
import dev.pawl.images.volume.DirectoryVolumes;
import dev.pawl.images.volume.SpaceLimits;
import dev.pawl.images.volume.VolumeException;
import dev.pawl.images.volume.Volumes;
import dev.pawl.machine.Machine;
import dev.pawl.machine.OwnTables;
import dev.pawl.machine.Start;
import dev.pawl.run.Run;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/// The images system: its machines, queues and tables, for an engine that the caller opens.
///
/// ```java
/// Images images = Images.in(home, options -> {});
/// Engine engine = Engine.open(store, images::register);
/// RunId run = engine.start(images.process(ProcessRequest.of("s3://images", "alpine.tar")));
/// ```
public final class Images {
    private final ProcessMachine chain;
    private final Machine<ProcessRequest, ProcessResponse> process;
    private final Machine<DeactivateRequest, DeactivateResponse> deactivate;
    private final Machine<DeleteRequest, DeleteResponse> delete;
    private final Machine<PinRequest, PinRequest> pin;
    private final Machine<Inconsistency, Repaired> repair;
    private final ImageContext context;
    private final List<QueueSettings> queues;

    private Images(ImageContext context, List<QueueSettings> queues) {
        this.context = context;
        this.queues = queues;
        chain = new ProcessMachine(context);
        process = chain.machine();
        deactivate = DeactivateMachine.of(context);
        delete = DeleteMachine.of(context);
        pin = PinMachine.of();
        repair = RepairMachine.of(context);
    }

    /// Creates the system below a directory, which is created if it does not exist.
    public static Images in(Path home, Consumer<ImagesOptions> options) throws IOException {
        ImagesOptions chosen = new ImagesOptions();
        options.accept(chosen);
        Path base = Files.createDirectories(home.toAbsolutePath().normalize());
        Volumes chosenVolumes = chosen.volumes();
        Volumes volumes = chosenVolumes == null ? DirectoryVolumes.in(base) : chosenVolumes;
        Path work = Files.createDirectories(base.resolve("work"));
        ImageContext context =
                new ImageContext(
                        Files.createDirectories(base.resolve("files")),
                        work,
                        address -> open(address, chosen),
                        volumes,
                        chosen.limits(),
                        chosen.admission(),
                        ProgressBoard.in(base.resolve("progress")));
        return new Images(
                context,
                List.of(
                        QueueSettings.of(DownloadMachine.QUEUE, chosen.downloads()),
                        QueueSettings.of(UnpackMachine.QUEUE, chosen.unpacking())));
    }

    private static ObjectSource open(String address, ImagesOptions options) {
        return SourceAddress.parse(address).open(options.environment());
    }

    /// Registers tables, machines and queues in the options of an engine.
    public void register(EngineOptions options) {
        options.tables(tables());
        machines().forEach(options::machines);
        queues.forEach(options::queue);
    }

    /// Returns all machines, the one that runs the whole chain first.
    public List<Machine<?, ?>> machines() {
        List<Machine<?, ?>> all = new ArrayList<>(List.of(process));
        all.addAll(chain.parts());
        all.addAll(List.of(deactivate, delete, pin, repair));
        return List.copyOf(all);
    }

    public OwnTables tables() {
        return ImagesSchema.TABLES;
    }

    public List<QueueSettings> queues() {
        return queues;
    }

    /// Returns the machine that downloads, unpacks and activates an object.
    public Machine<ProcessRequest, ProcessResponse> process() {
        return process;
    }

    /// Returns the start of a run for a request; while the run is live, the same request joins it.
    public Start<ProcessRequest> process(ProcessRequest request) {
        return process.start(request).key(ImageIds.request(request));
    }

    /// Returns the keys of a source that start with `prefix` and whose objects are new or changed.
    public List<String> unprocessed(Catalog catalog, String source, String prefix)
            throws FetchException, InterruptedException {
        List<String> keys = new ArrayList<>();
        try (ObjectSource objects = context.sources().apply(source)) {
            ObjectPage page = objects.list(prefix);
            while (true) {
                for (ObjectInfo object : page.objects()) {
                    String key = object.key().text();
                    Optional<String> validator = object.validator().map(Validator::text);
                    String id = ImageIds.image(source, key, validator);
                    if (catalog.image(id).isEmpty()) keys.add(key);
                }
                if (page.next().isEmpty()) return keys;
                page = objects.list(prefix, page.next().get());
            }
        }
    }

    /// Returns the start of a run that gives an unpacked image a snapshot, or activates an existing
    /// one again.
    public Start<ActivateRequest> activate(ActivateRequest request) {
        return chain.activating(request);
    }

    /// Returns the start of a run that deactivates a snapshot.
    public Start<DeactivateRequest> deactivate(String snapshotName) {
        return deactivate.start(new DeactivateRequest(snapshotName)).key(snapshotName);
    }

    /// Returns the start of a run that deletes an image, unless it is in use or pinned.
    public Start<DeleteRequest> delete(String imageId) {
        return delete.start(new DeleteRequest(imageId)).key(imageId);
    }

    /// Returns the start of a run that pins or unpins an image.
    public Start<PinRequest> pin(String imageId, boolean pinned) {
        return pin.start(new PinRequest(imageId, pinned));
    }

    /// Compares tables, volumes, files and runs; changes nothing.
    ///
    /// @param live all runs that have not ended
    public List<Inconsistency> inconsistencies(Catalog catalog, List<Run> live)
            throws VolumeException, IOException {
        return new Reconciler(catalog, context, live).inconsistencies();
    }

    /// Returns the images that a retention does not keep.
    public List<Inconsistency> expired(Catalog catalog, ImageRetention retention, Instant now) {
        List<Inconsistency> expired = new ArrayList<>();
        for (Image image : retention.expired(catalog, now)) {
            String detail = "last used " + image.times().used();
            expired.add(
                    Inconsistency.of(Inconsistency.Kind.EXPIRED, image.imageId(), detail)
                            .imageId(image.imageId()));
        }
        return expired;
    }

    /// Returns the start of a run that repairs an inconsistency; empty if its image is gone.
    public Optional<Start<?>> repair(Catalog catalog, Inconsistency found) {
        return switch (found.kind()) {
            case STALE_REMOVAL, EXPIRED -> Optional.of(delete(found.subject()));
            case MISSING_FILE -> catalog.image(found.subject()).map(this::downloading);
            default -> {
                String key = "%s %s %d".formatted(found.kind(), found.subject(), found.deviceId());
                yield Optional.of(repair.start(found).key(key));
            }
        };
    }

    private Start<?> downloading(Image image) {
        return chain.downloading(
                DownloadRequest.of(image.imageId(), image.origin().source(), image.origin().s3Key())
                        .validator(image.origin().validator().orElse(null))
                        .digest(image.copy().checksum())
                        .policy(image.copy().policy()));
    }

    /// Returns the volumes that hold unpacked images.
    public Volumes volumes() {
        return context.volumes();
    }

    public SpaceLimits admission() {
        return context.admission();
    }

    /// Returns the progress of all images.
    public ProgressBoard progress() {
        return context.progress();
    }
}
