package dev.pawl.images;

import dev.pawl.engine.EngineOptions;
import dev.pawl.engine.QueueSettings;
import dev.pawl.images.Mismatch.Repaired;
import dev.pawl.images.source.Found;
import dev.pawl.images.source.Page;
import dev.pawl.images.source.Source;
import dev.pawl.images.source.SourceException;
import dev.pawl.images.source.Validator;
import dev.pawl.images.volume.Device;
import dev.pawl.images.volume.DirectoryVolumes;
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

/// The system: its machines, its queues and its tables, for an engine of the caller's.
///
/// ```java
/// Images images = Images.in(home, options -> {});
/// Engine engine = Engine.open(store, images::register);
/// RunId run = engine.start(images.process(request));
/// ```
public final class Images {
    /// The room of a volume unless told: the document's 20,971,520 sectors.
    public static final long DEVICE_BYTES = 20_971_520L * 512;

    private final ProcessMachine chain;
    private final Machine<ProcessRequest, ProcessResponse> process;
    private final Machine<DeactivateRequest, DeactivateResponse> deactivate;
    private final Machine<DeleteRequest, DeleteResponse> delete;
    private final Machine<PinRequest, PinRequest> pin;
    private final Machine<Mismatch, Repaired> repair;
    private final Premises premises;
    private final List<QueueSettings> queues;

    private Images(Premises premises, List<QueueSettings> queues) {
        this.premises = premises;
        this.queues = queues;
        chain = new ProcessMachine(premises);
        process = chain.machine();
        deactivate = DeactivateMachine.of(premises);
        delete = DeleteMachine.of(premises);
        pin = PinMachine.of();
        repair = RepairMachine.of(premises);
    }

    /// Sets the system up below a directory, which is made if there is none.
    public static Images in(Path home, Consumer<ImagesOptions> options) throws IOException {
        ImagesOptions chosen = new ImagesOptions();
        options.accept(chosen);
        Path base = Files.createDirectories(home.toAbsolutePath().normalize());
        Volumes told = chosen.volumes();
        Volumes volumes = told == null ? DirectoryVolumes.in(base) : told;
        Path work = Files.createDirectories(base.resolve("work"));
        Premises premises =
                new Premises(
                        Files.createDirectories(base.resolve("files")),
                        work,
                        address -> open(address, chosen),
                        volumes,
                        chosen.limits(),
                        chosen.admission(),
                        ProgressBoard.in(base.resolve("progress")));
        return new Images(
                premises,
                List.of(
                        QueueSettings.of(DownloadMachine.QUEUE, chosen.downloads()),
                        QueueSettings.of(UnpackMachine.QUEUE, chosen.unpacking())));
    }

    private static Source open(String address, ImagesOptions options) {
        return SourceAddress.parse(address).open(options.environment());
    }

    /// Registers tables, machines and queues with an engine that is about to open.
    public void register(EngineOptions options) {
        options.tables(tables());
        machines().forEach(options::machines);
        queues.forEach(options::queue);
    }

    /// Returns all machines, the one of the whole chain first.
    public List<Machine<?, ?>> machines() {
        List<Machine<?, ?>> all = new ArrayList<>(List.of(process));
        all.addAll(chain.parts());
        all.addAll(List.of(deactivate, delete, pin, repair));
        return List.copyOf(all);
    }

    public OwnTables tables() {
        return Schema.TABLES;
    }

    public List<QueueSettings> queues() {
        return queues;
    }

    /// Returns the machine that brings an object all the way.
    public Machine<ProcessRequest, ProcessResponse> process() {
        return process;
    }

    /// Returns the start of a run for a request; the same request while it runs is the same run.
    public Start<ProcessRequest> process(ProcessRequest request) {
        return process.start(request).key(ImageIds.request(request));
    }

    /// Returns the keys of a source, or those that begin with `prefix`, whose objects were never
    /// processed, or are others now.
    public List<String> news(Catalog catalog, String source, String prefix)
            throws SourceException, InterruptedException {
        List<String> news = new ArrayList<>();
        try (Source place = premises.sources().apply(source)) {
            Page page = place.list(prefix);
            while (true) {
                for (Found object : page.objects()) {
                    String key = object.key().text();
                    String validator = object.validator().map(Validator::text).orElse("");
                    String id = ImageIds.image(source, key, validator);
                    if (catalog.image(id).isEmpty()) news.add(key);
                }
                if (page.next().isEmpty()) return news;
                page = place.list(prefix, page.next().get());
            }
        }
    }

    /// Returns the start of a run that gives an unpacked image a snapshot, or switches one on
    /// again.
    public Start<ActivateRequest> activate(Unpacked image, String snapshotName, String override) {
        String name = snapshotName.isEmpty() ? ImageIds.snapshot(image.imageId()) : snapshotName;
        Device origin = image.device();
        return chain.activating(
                new ActivateRequest(image.imageId(), origin.id(), origin.name(), name, override));
    }

    /// Returns the start of a run that switches a snapshot off.
    public Start<DeactivateRequest> deactivate(String snapshotName) {
        return deactivate.start(new DeactivateRequest(snapshotName)).key(snapshotName);
    }

    /// Returns the start of a run that removes an image, unless it is in use.
    public Start<DeleteRequest> delete(String imageId) {
        return delete.start(new DeleteRequest(imageId)).key(imageId);
    }

    /// Returns the start of a run that keeps an image whatever a retention says, or lets it go.
    public Start<PinRequest> pin(String imageId, boolean pinned) {
        return pin.start(new PinRequest(imageId, pinned));
    }

    /// Compares tables, volumes, files and runs, and changes nothing.
    ///
    /// @param live all runs that have not ended
    public List<Mismatch> mismatches(Catalog catalog, List<Run> live)
            throws VolumeException, IOException {
        return new Reconciler(catalog, premises, live).mismatches();
    }

    /// Returns what a retention does not keep.
    public List<Mismatch> expired(Catalog catalog, Retention retention, Instant now) {
        List<Mismatch> expired = new ArrayList<>();
        for (Image image : retention.expired(catalog, now)) {
            String id = image.imageId();
            String detail = "last used " + image.times().used();
            expired.add(new Mismatch(Mismatch.Kind.EXPIRED, id, id, 0, "", detail));
        }
        return expired;
    }

    /// Returns the start of a run that puts a mismatch right; empty if its image is gone.
    public Optional<Start<?>> repair(Catalog catalog, Mismatch wrong) {
        return switch (wrong.kind()) {
            case STALE_REMOVAL, EXPIRED -> Optional.of(delete(wrong.imageId()));
            case MISSING_FILE -> catalog.image(wrong.imageId()).map(this::downloading);
            default -> {
                String key = "%s %s %d".formatted(wrong.kind(), wrong.subject(), wrong.deviceId());
                yield Optional.of(repair.start(wrong).key(key));
            }
        };
    }

    private Start<?> downloading(Image image) {
        return chain.downloading(
                new DownloadRequest(
                        image.origin().s3Key(),
                        image.imageId(),
                        image.origin().source(),
                        image.origin().validator().orElse(""),
                        image.copy().checksum(),
                        image.copy().policy()));
    }

    /// Returns where unpacked images live.
    public Volumes volumes() {
        return premises.volumes();
    }

    public Admission admission() {
        return premises.admission();
    }

    /// Returns how far things are.
    public ProgressBoard progress() {
        return premises.board();
    }
}
