package dev.pawl.servers;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.BooleanSupplier;
import java.util.stream.Collectors;

/// A server's process with its children, started here.
final class ServerProcess {
    private static final Duration END_MAX = Duration.ofSeconds(60);
    private static final Duration PAUSE = Duration.ofMillis(5);
    private static final int LOG_LINES_SHOWN = 20;

    /// Where the processor times are in [#fields]: user and system, then both for ended children.
    private static final int USER_TIME = 11;

    /// Linux reports times in these units, whatever it counts in internally.
    private static final long MILLIS_PER_TICK = 10;

    private final String name;
    private final Path log;
    private final Process process;
    private final Process leash;

    private ServerProcess(String name, Path log, Process process) throws IOException {
        this.name = name;
        this.log = log;
        this.process = process;
        this.leash = leash(process.pid());
    }

    /// Starts a command whose output is added to `log`.
    static ServerProcess start(String name, List<String> command, Path log) throws IOException {
        Process process =
                new ProcessBuilder(Unprivileged.command(command))
                        .redirectErrorStream(true)
                        .redirectInput(ProcessBuilder.Redirect.from(Path.of("/dev/null").toFile()))
                        .redirectOutput(ProcessBuilder.Redirect.appendTo(log.toFile()))
                        .start();
        return new ServerProcess(name, log, process);
    }

    long pid() {
        return process.pid();
    }

    boolean isAlive() {
        return process.isAlive();
    }

    /// Waits until `ready` holds, and throws if the process ends or takes longer than `atMost`.
    void awaitReady(BooleanSupplier ready, Duration atMost) throws IOException {
        boolean isReady = await(() -> !process.isAlive() || ready.getAsBoolean(), atMost);
        if (isReady && process.isAlive()) return;
        String what =
                process.isAlive()
                        ? "is not ready after " + atMost
                        : "ended with exit code " + process.exitValue();
        killTree();
        throw new IOException("%s %s; its log ends with:%n%s".formatted(name, what, logEnd()));
    }

    /// Asks the process to end with this signal, and waits until it and its children have ended.
    void end(Signal signal) throws IOException {
        List<Long> tree = tree();
        send(signal, List.of(pid()));
        awaitEnd(tree);
    }

    /// Kills the process and its children as a power failure would: none of them can react.
    void killTree() throws IOException {
        // A suspended process starts no more children while the others are killed.
        send(Signal.STOP, List.of(pid()));
        List<Long> tree = tree();
        send(Signal.KILL, tree);
        awaitEnd(tree);
    }

    void pause() {
        send(Signal.STOP, List.of(pid()));
        send(Signal.STOP, tree());
    }

    void resume() {
        send(Signal.CONT, tree());
    }

    void reload() {
        send(Signal.HUP, List.of(pid()));
    }

    /// Returns the processor time of the process and its children, ended ones included.
    Duration cpu() throws IOException {
        long ticks = 0;
        for (long pid : tree()) ticks += ticks(pid, pid == pid());
        return Duration.ofMillis(ticks * MILLIS_PER_TICK);
    }

    /// Returns the processes, the started one first.
    List<Long> tree() {
        List<Long> pids = new ArrayList<>();
        pids.add(pid());
        process.descendants().map(ProcessHandle::pid).forEach(pids::add);
        return pids;
    }

    private void awaitEnd(List<Long> tree) throws IOException {
        boolean ended =
                await(() -> !isAlive() && tree.stream().allMatch(ServerProcess::isGone), END_MAX);
        if (!ended) {
            throw new IOException(
                    "%s has not ended after %s; its log ends with:%n%s"
                            .formatted(name, END_MAX, logEnd()));
        }
        leash.destroyForcibly();
    }

    static boolean await(BooleanSupplier condition, Duration atMost) {
        long start = System.nanoTime();
        while (!condition.getAsBoolean()) {
            if (System.nanoTime() - start > atMost.toNanos()) return false;
            try {
                Thread.sleep(PAUSE);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new IllegalStateException("interrupted while waiting", e);
            }
        }
        return true;
    }

    private String logEnd() throws IOException {
        List<String> lines = Files.readAllLines(log);
        int from = Math.max(0, lines.size() - LOG_LINES_SHOWN);
        return String.join("\n", lines.subList(from, lines.size()));
    }

    /// Starts a process that kills the server when this process ends for any reason: it reads from
    /// a pipe that is never written to, and continues when the other end is closed.
    private static Process leash(long pid) throws IOException {
        return new ProcessBuilder("sh", "-c", "read -r _; kill -s KILL " + pid).start();
    }

    /// Some may have ended by themselves and cannot be reached.
    private static void send(Signal signal, List<Long> pids) {
        String all = pids.stream().map(String::valueOf).collect(Collectors.joining(" "));
        String kill = "kill -s %s %s 2>/dev/null; true".formatted(signal, all);
        Commands.output(List.of("sh", "-c", kill));
    }

    /// A process that has ended still has an entry until its parent has waited for it.
    private static boolean isGone(long pid) {
        try {
            String state = fields(pid).getFirst().toUpperCase(Locale.ROOT);
            return state.equals("Z") || state.equals("X");
        } catch (NoSuchFileException e) {
            return true;
        } catch (IOException e) {
            // It ended while its entry was read.
            return !Files.exists(entry(pid));
        }
    }

    private static long ticks(long pid, boolean withEnded) throws IOException {
        List<String> fields;
        try {
            fields = fields(pid);
        } catch (IOException e) {
            if (Files.exists(entry(pid))) throw e;
            return 0;
        }
        long ticks = 0;
        for (String used : fields.subList(USER_TIME, withEnded ? USER_TIME + 4 : USER_TIME + 2)) {
            ticks += Long.parseLong(used);
        }
        return ticks;
    }

    /// Returns the fields of a process's entry from the third, its state. The second is the name in
    /// brackets, which may contain any character.
    private static List<String> fields(long pid) throws IOException {
        String entry = Files.readString(entry(pid).resolve("stat"));
        return List.of(entry.substring(entry.lastIndexOf(')') + 2).split(" ", -1));
    }

    private static Path entry(long pid) {
        return Path.of("/proc", Long.toString(pid));
    }

    enum Signal {
        CONT,
        HUP,
        INT,
        KILL,
        QUIT,
        STOP,
        TERM
    }
}
