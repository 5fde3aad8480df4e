package dev.pawl.images;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.engine.EngineOptions;
import dev.pawl.engine.QueueSettings;
import dev.pawl.engine.store.Commit;
import dev.pawl.engine.store.Filter;
import dev.pawl.engine.store.Page;
import dev.pawl.engine.store.Store;
import dev.pawl.images.archive.ArchiveLimits;
import dev.pawl.images.source.Source;
import dev.pawl.images.volume.MemoryVolumes;
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
import dev.pawl.testkit.Stores;
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
/// that spoils requests, volumes in memory, tables in a SQLite file.
///
/// All but the process outlives its death.
final class Bench implements AutoCloseable {
    static final String BUCKET = "images";
    static final String DOWNLOAD = DownloadMachine.NAME;
    static final String UNPACK = UnpackMachine.NAME;
    static final String ACTIVATE = ActivateMachine.NAME;

    private static final long POOL_BYTES = 100_000_000;
    private static final int HISTORY = 1_000;

    /// What a walk tells of a run's history.
    static final Set<HistoryEntry.Kind> STEPS =
            Set.of(
                    HistoryEntry.Kind.STARTED,
                    HistoryEntry.Kind.ENTERED,
                    HistoryEntry.Kind.RECLAIMED,
                    HistoryEntry.Kind.ATTEMPT_FAILED,
                    HistoryEntry.Kind.ATTEMPT_TIMED_OUT,
                    HistoryEntry.Kind.CLEANUP_STARTED);

    private final Path directory;
    private final Premises premises;
    private final S3Server server;
    private final HttpFaults requests;
    private final MemoryVolumes volumes;
    private final Deaths deaths;
    private final SimEngine sim;
    private final Machine<ProcessRequest, ProcessResponse> process;

    private Bench(Path directory, ArchiveLimits limits, long seed) throws IOException {
        this.directory = directory;
        server = S3Server.open(directory.resolve("buckets"));
        server.createBucket(BUCKET);
        requests = HttpFaults.start(server.port());
        volumes = MemoryVolumes.in(directory.resolve("scratch"), POOL_BYTES);
        premises =
                new Premises(
                        Files.createDirectories(directory.resolve("files")),
                        Files.createDirectories(directory.resolve("work")),
                        this::opened,
                        volumes,
                        limits,
                        new Admission(1, 1),
                        ProgressBoard.in(directory.resolve("progress")));
        ProcessMachine chain = new ProcessMachine(premises);
        process = chain.machine();
        sim =
                new SimEngine(
                        new SimHost(seed),
                        new OneFile(directory.resolve("store")),
                        options -> configure(options, chain));
        deaths = new Deaths(sim);
        sim.faults(deaths).open();
    }

    /// Sets a bench up in a directory, with a process that lives.
    static Bench in(Path directory) throws IOException {
        return new Bench(directory, ArchiveLimits.DEFAULT, 0);
    }

    static Bench in(Path directory, ArchiveLimits limits) throws IOException {
        return new Bench(directory, limits, 0);
    }

    static Bench in(Path directory, long seed) throws IOException {
        return new Bench(directory, ArchiveLimits.DEFAULT, seed);
    }

    private void configure(EngineOptions options, ProcessMachine chain) {
        options.tables(Schema.TABLES);
        options.machines(process);
        chain.parts().forEach(options::machines);
        options.queue(QueueSettings.of(DownloadMachine.QUEUE, 5));
        options.queue(QueueSettings.of(UnpackMachine.QUEUE, 2));
    }

    private Source opened(String address) {
        deaths.asking();
        return SourceAddress.parse(address).open(Map.of());
    }

    /// Returns the address of the bucket.
    String address() {
        Map<String, String> settings =
                Map.of("credentials", "anonymous", "endpoint", requests.url());
        return new SourceAddress("s3://" + BUCKET, settings).toString();
    }

    /// Returns where the bucket is for those who ask without S3's words, which is quicker.
    String webAddress() {
        return requests.url() + "/" + BUCKET;
    }

    ProcessRequest request(String key) {
        return new ProcessRequest(
                address(),
                key,
                "strict",
                "",
                "",
                Images.DEVICE_BYTES,
                false,
                "the place may be full");
    }

    /// Puts a small root filesystem with this content into the bucket.
    Path put(String key, String content) throws IOException {
        return put(key, Rootfs.in(directory.resolve("tree-" + key + "-" + content), content));
    }

    Path put(String key, Rootfs rootfs) throws IOException {
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

    /// Returns what stands before the server.
    HttpFaults requests() {
        return requests;
    }

    Premises premises() {
        return premises;
    }

    MemoryVolumes volumes() {
        return volumes;
    }

    Deaths deaths() {
        return deaths;
    }

    SimEngine sim() {
        return sim;
    }

    /// Starts a request, and lets time pass until its run has ended or the process has died.
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

    /// Lets time pass until the newest run of a machine has this status.
    void until(String machine, RunStatus status) {
        sim.until(() -> has(machine) && run(machine).status() == status);
    }

    private boolean has(String machine) {
        return store().count(Filter.ALL.machine(machine)) > 0;
    }

    /// Lets time pass until all runs have ended.
    void settle() {
        sim.until(() -> store().count(Filter.ALL.live()) == 0);
        sim.settle();
    }

    /// Begins the next life of a process that has died, and lets it come to the end of all runs.
    void lives() {
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

    /// Returns the way of the newest run of a machine: what happened to it, and in which state.
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

    /// Changes a table behind the back of the machines.
    void write(String sql, Object... parameters) {
        store().commit(
                        new Commit(
                                List.of(),
                                List.of(),
                                List.of(),
                                List.of(),
                                List.of(tx -> tx.update(sql, parameters))));
    }

    /// Returns why the newest run of a machine ended, as it did.
    String reason(String machine, RunStatus status) {
        Run run = run(machine);
        assertThat(run.status()).isEqualTo(status);
        return Fault.reason(Optional.ofNullable(run.condition().ending()));
    }

    /// Returns the names of the files that downloads have made.
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

    /// One SQLite file, opened again by each life.
    private record OneFile(Path home) implements Stores {
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
