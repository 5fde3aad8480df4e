package dev.pawl.benchmarks.postgres;

import dev.pawl.benchmarks.harness.ChildJvm;
import dev.pawl.benchmarks.load.PeerLoad;
import dev.pawl.benchmarks.load.Samples;
import dev.pawl.benchmarks.load.Speed;
import dev.pawl.benchmarks.peers.Peer;
import dev.pawl.benchmarks.peers.Peers;
import dev.pawl.benchmarks.peers.PekkoLevelDb;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/// The process in which one peer works: `NAME PLACE AT-ONCE ALONE-RUNS WARM-UP-MILLIS TIME-MILLIS`.
///
/// It reports when the measurement starts and ends, so that the database can be measured for the
/// same time; then it checks that everything was recorded.
public final class PeerChild {
    public static final String PLAIN = "plain";
    static final String PAWL = "pawl";
    static final String PAWL_FILE = "pawl-file";
    static final String PEKKO_LEVELDB = "pekko-leveldb";

    static final String ALONE = "alone-millis";
    static final String STARTED = "started";
    static final String ENDED = "ended-with-steps";
    static final String STEPS_PER_SECOND = "steps-per-second";
    static final String CPU = "cpu-micros-per-step";
    static final String MEMORY = "mebibytes";

    private PeerChild() {}

    public static void main(String[] arguments) throws Exception {
        int atOnce = Integer.parseInt(arguments[2]);
        int alone = Integer.parseInt(arguments[3]);
        Duration warmUp = Duration.ofMillis(Long.parseLong(arguments[4]));
        Duration time = Duration.ofMillis(Long.parseLong(arguments[5]));
        try (Peer peer = open(arguments[0], arguments[1])) {
            long runs = saturate(peer, atOnce, warmUp, time);
            // Afterwards, when the code is warm.
            List<Double> millis = new ArrayList<>();
            for (int i = 0; i < alone; i++) millis.add(alone(peer));
            peer.verify(runs + alone);
            ChildJvm.report(ALONE, new Samples(millis.subList(alone / 5, alone)).median());
            ChildJvm.report(MEMORY, memory());
        }
    }

    /// Returns the names of the peers that work in a directory, Pawl among them.
    static List<String> embedded() {
        return List.of(PAWL_FILE, PEKKO_LEVELDB);
    }

    /// Returns the names of the peers on PostgreSQL, Pawl and the bare writer among them.
    static List<String> names() {
        List<String> names = new ArrayList<>();
        names.add(PAWL);
        names.add(PLAIN);
        for (Peers peer : Peers.values()) names.add(name(peer));
        return names;
    }

    /// Opens a peer in its place: the address of a database, or a directory.
    public static Peer open(String name, String place) throws SQLException {
        if (name.equals(PAWL_FILE)) return PawlPeer.open(Path.of(place));
        if (name.equals(PEKKO_LEVELDB)) return PekkoLevelDb.open(Path.of(place));
        if (name.equals(PAWL)) return PawlPeer.open(place);
        if (name.equals(PLAIN)) return PlainPeer.open(place);
        for (Peers peer : Peers.values()) {
            if (name.equals(name(peer))) return peer.open(place);
        }
        throw new IllegalArgumentException(
                "expected a name of %s or %s, found '%s'"
                        .formatted(
                                String.join(", ", names()), String.join(", ", embedded()), name));
    }

    private static String name(Peers peer) {
        return peer.name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    /// Returns how many runs there were.
    private static long saturate(Peer peer, int atOnce, Duration warmUp, Duration time)
            throws InterruptedException {
        PeerLoad load = PeerLoad.open(peer, atOnce);
        try (load) {
            Thread.sleep(warmUp);
            ChildJvm.report(STARTED, 1);
            long before = load.steps();
            Speed speed = load.measure(Duration.ZERO, time);
            ChildJvm.report(ENDED, (double) (load.steps() - before));
            ChildJvm.report(STEPS_PER_SECOND, speed.perSecond());
            ChildJvm.report(CPU, speed.cpuMicros());
        }
        load.check();
        return load.steps() / Peer.STEPS;
    }

    private static double alone(Peer peer) throws Exception {
        long start = System.nanoTime();
        peer.run();
        return (System.nanoTime() - start) / 1e6;
    }

    /// Returns the most memory that this process has ever used.
    private static double memory() throws IOException {
        for (String line : Files.readAllLines(Path.of("/proc/self/status"))) {
            if (line.startsWith("VmHWM:")) {
                return Long.parseLong(line.replaceAll("\\D", "")) / 1024.0;
            }
        }
        throw new IOException("the system does not report how much memory was used");
    }
}
