package dev.pawl.images;

import dev.pawl.engine.EngineOptions;
import dev.pawl.engine.QueueSettings;
import dev.pawl.images.source.Source;
import dev.pawl.images.volume.DirectoryVolumes;
import dev.pawl.images.volume.Volumes;
import dev.pawl.machine.Machine;
import dev.pawl.machine.OwnTables;
import dev.pawl.machine.Start;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
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

    private final List<Machine<?, ?>> machines;
    private final Machine<ProcessRequest, ProcessResponse> process;
    private final Premises premises;
    private final List<QueueSettings> queues;

    private Images(Premises premises, List<QueueSettings> queues) {
        this.premises = premises;
        this.queues = queues;
        ProcessMachine chain = new ProcessMachine(premises);
        process = chain.machine();
        machines = chain.all(process);
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
                        new ProgressBoard());
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
        machines.forEach(options::machines);
        queues.forEach(options::queue);
    }

    /// Returns all machines, the one of the whole chain first.
    public List<Machine<?, ?>> machines() {
        return machines;
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

    /// Returns how far things are in this process.
    public ProgressBoard progress() {
        return premises.board();
    }
}
