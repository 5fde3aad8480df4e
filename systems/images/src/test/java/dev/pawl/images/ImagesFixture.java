package dev.pawl.images;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.engine.EngineOptions;
import dev.pawl.engine.QueueSettings;
import dev.pawl.engine.store.Commit;
import dev.pawl.engine.store.Filter;
import dev.pawl.engine.store.Page;
import dev.pawl.engine.store.Store;
import dev.pawl.fetch.ObjectSource;
import dev.pawl.images.archive.rule.ArchiveLimits;
import dev.pawl.images.machine.ActivateMachine;
import dev.pawl.images.machine.DownloadMachine;
import dev.pawl.images.machine.ImageContext;
import dev.pawl.images.machine.ProcessMachine;
import dev.pawl.images.machine.ProgressBoard;
import dev.pawl.images.machine.UnpackMachine;
import dev.pawl.images.request.ImageFailure;
import dev.pawl.images.request.ProcessRequest;
import dev.pawl.images.request.ProcessResponse;
import dev.pawl.images.table.Catalog;
import dev.pawl.images.table.ImageIds;
import dev.pawl.images.table.ImagesSchema;
import dev.pawl.images.volume.MemoryVolumes;
import dev.pawl.images.volume.SpaceLimits;
import dev.pawl.machine.Machine;
import dev.pawl.machine.Start;
import dev.pawl.run.HistoryEntry;
import dev.pawl.run.Run;
import dev.pawl.run.RunId;
import dev.pawl.run.RunStatus;
import dev.pawl.servers.HttpFaults;
import dev.pawl.servers.S3Server;
import dev.pawl.store.SqliteStore;
import dev.pawl.testkit.SimEngine;
import dev.pawl.testkit.SimHost;
import dev.pawl.testkit.StoreFactory;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/// The chain in a simulated process, in virtual time: objects on a real S3 server behind a proxy
/// that injects faults, volumes in memory, tables in a SQLite file.
///
/// Everything but the process survives a crash.
final class ImagesFixture implements AutoCloseable {
    static final String BUCKET = "images";
    static final String DOWNLOAD = DownloadMachine.NAME;
    static final String UNPACK = UnpackMachine.NAME;
    static final String ACTIVATE = ActivateMachine.NAME;

    private static final long POOL_BYTES = 100_000_000;
    private static final int HISTORY = 1_000;

    /// The history entries that [#walk] returns.
    static final Set<HistoryEntry.Kind> STEPS =
            Set.of(
                    HistoryEntry.Kind.STARTED,
                    HistoryEntry.Kind.ENTERED,
                    HistoryEntry.Kind.RECOVERED,
                    HistoryEntry.Kind.ATTEMPT_FAILED,
                    HistoryEntry.Kind.ATTEMPT_TIMED_OUT,
                    HistoryEntry.Kind.CLEANUP_STARTED);

    private final Path directory;
    private final ImageContext context;
    private final S3Server server;
    private final HttpFaults requests;
    private final MemoryVolumes volumes;
    private final CrashPoints deaths;
    private final SimEngine sim;
    private final Machine<ProcessRequest, ProcessResponse> process;

    private ImagesFixture(Path directory, ArchiveLimits limits, long seed) throws IOException {
        this.directory = directory;
        server = S3Server.open(directory.resolve("buckets"));
        server.createBucket(BUCKET);
        requests = HttpFaults.start(server.port());
        volumes = MemoryVolumes.in(directory.resolve("scratch"), POOL_BYTES);
        context =
                new ImageContext(
                        Files.createDirectories(directory.resolve("files")),
                        Files.createDirectories(directory.resolve("work")),
                        this::opened,
                        volumes,
                        limits,
                        new SpaceLimits(1, 1),
                        ProgressBoard.in(directory.resolve("progress")));
        ProcessMachine chain = new ProcessMachine(context);
        process = chain.machine();
        sim =
                new SimEngine(
                        new SimHost(seed),
                        new OneFile(directory.resolve("store")),
                        options -> configure(options, chain));
        deaths = new CrashPoints(sim);
        sim.faults(deaths).open();
    }

    /// Creates a fixture in a directory, with a running process.
    static ImagesFixture in(Path directory) throws IOException {
        return new ImagesFixture(directory, ArchiveLimits.DEFAULT, 0);
    }

    static ImagesFixture in(Path directory, ArchiveLimits limits) throws IOException {
        return new ImagesFixture(directory, limits, 0);
    }

    static ImagesFixture in(Path directory, long seed) throws IOException {
        return new ImagesFixture(directory, ArchiveLimits.DEFAULT, seed);
    }

    private void configure(EngineOptions options, ProcessMachine chain) {
        options.tables(ImagesSchema.TABLES);
        options.machines(process);
        chain.parts().forEach(options::machines);
        options.queue(QueueSettings.of(DownloadMachine.QUEUE, 5));
        options.queue(QueueSettings.of(UnpackMachine.QUEUE, 2));
    }

    private ObjectSource opened(String address) {
        deaths.asking();
        return SourceAddress.parse(address).open(Map.of());
    }

    /// Returns the address of the bucket.
    String address() {
        Map<String, String> settings =
                Map.of("credentials", "anonymous", "endpoint", requests.url());
        return new SourceAddress("s3://" + BUCKET, settings).toString();
    }

    /// Returns the address of the bucket for plain HTTP, which is faster than S3.
    String webAddress() {
        return requests.url() + "/" + BUCKET;
    }

    ProcessRequest request(String key) {
        return ProcessRequest.of(address(), key).override("the place may be full");
    }

    /// Puts a small root filesystem with this content into the bucket.
    Path put(String key, String content) throws IOException {
        return put(key, SampleRootfs.in(directory.resolve("tree-" + key + "-" + content), content));
    }

    Path put(String key, SampleRootfs rootfs) throws IOException {
        Path file = rootfs.tar(directory.resolve("tars").resolve(key));
        server.put(BUCKET, key, file);
        return file;
    }

    void put(String key, Path tar) throws IOException {
        server.put(BUCKET, key, tar);
    }

    void put(String key, byte[] content) throws IOException {
        server.put(BUCKET, key, content);
    }

    void remove(String key) {
        server.remove(BUCKET, key);
    }

    /// Returns the proxy that injects faults into requests.
    HttpFaults requests() {
        return requests;
    }

    ImageContext context() {
        return context;
    }

    MemoryVolumes volumes() {
        return volumes;
    }

    CrashPoints deaths() {
        return deaths;
    }

    SimEngine sim() {
        return sim;
    }

    /// Starts a request, and advances time until its run has ended or the process has crashed.
    Run process(String key) {
        return process(request(key));
    }

    Run process(ProcessRequest request) {
        RunId id = start(request);
        sim.until(() -> store().run(id).orElseThrow().status().isEnd());
        return store().run(id).orElseThrow();
    }

    RunId start(ProcessRequest request) {
        return start(process.start(request).key(ImageIds.request(request)));
    }

    RunId start(Start<?> start) {
        return sim.call(engine -> engine.start(start));
    }

    /// Advances time until the newest run of a machine has this status.
    void until(String machine, RunStatus status) {
        sim.until(() -> has(machine) && run(machine).status() == status);
    }

    private boolean has(String machine) {
        return store().count(Filter.ALL.machine(machine)) > 0;
    }

    /// Advances time until all runs have ended.
    void settle() {
        sim.until(() -> store().count(Filter.ALL.live()) == 0);
        sim.settle();
    }

    /// Starts the next process after a crash, and advances time until all runs have ended.
    void restart() {
        sim.open();
        settle();
    }

    ProcessResponse answer(Run run) {
        return sim.engine().result(process, run);
    }

    Store store() {
        return sim.store();
    }

    Catalog catalog() {
        return Catalog.of(store());
    }

    /// Returns the newest run of a machine.
    Run run(String machine) {
        return store().runs(Filter.ALL.machine(machine), Page.newest(1)).getFirst();
    }

    /// Returns the history of the newest run of a machine: each event with its state.
    List<String> walk(String machine) {
        List<String> steps = new ArrayList<>();
        for (HistoryEntry entry : store().history(run(machine).id(), 0, HISTORY)) {
            if (STEPS.contains(entry.kind())) steps.add(entry.kind() + " " + entry.state());
        }
        return steps;
    }

    List<String> rows(String sql) {
        return store().query(sql, row -> row.text(1));
    }

    /// Changes a table directly, without a machine.
    void write(String sql, Object... parameters) {
        store().commit(Commit.NONE.writing(List.of(tx -> tx.update(sql, parameters))));
    }

    /// Returns the reason for which the newest run of a machine ended; checks its status.
    String reason(String machine, RunStatus status) {
        Run run = run(machine);
        assertThat(run.status()).isEqualTo(status);
        return ImageFailure.reason(Optional.ofNullable(run.condition().ending()));
    }

    /// Returns the names of all downloaded files.
    List<String> files() throws IOException {
        try (Stream<Path> found = Files.list(directory.resolve("files"))) {
            return found.map(path -> path.getFileName().toString()).sorted().toList();
        }
    }

    Path file(String name) {
        return directory.resolve("files").resolve(name);
    }

    @Override
    public void close() throws IOException {
        sim.close();
        store().close();
        requests.close();
        server.close();
    }

    /// One SQLite file, opened again by each process.
    private record OneFile(Path home) implements StoreFactory {
        @Override
        public Store open() {
            return SqliteStore.open(home);
        }

        @Override
        public Store reopen(Store before) {
            before.close();
            return SqliteStore.open(home);
        }
    }
}
