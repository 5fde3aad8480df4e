package dev.pawl.images.volume.thin;

import dev.pawl.images.volume.thin.ProgramResult.Ending;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/// A kernel in memory: it answers as device-mapper does, records each command that changes
/// something, and gives other answers on demand.
final class ScriptedKernel implements DeviceCommands {
    static final String BUSY = "failed: Device or resource busy\nCommand failed.\n";
    static final String MARKER = ".pawl-volume.json";
    static final String EXISTS = "message ioctl on pawl-pool  failed: File exists\n";

    final List<String> lines = new ArrayList<>();
    final List<Duration> pauses = new ArrayList<>();

    /// Numbers in the pool, each with the number that it is a copy of, or 0.
    final Map<Integer, Integer> numbers = new TreeMap<>();

    private final Map<String, Node> nodes = new LinkedHashMap<>();
    private final Map<Integer, String> names = new HashMap<>();
    private final Map<Path, String> mounted = new LinkedHashMap<>();
    private final Map<String, Deque<ProgramResult>> scripted = new HashMap<>();
    private String status = "0 1048576 thin-pool 0 10/2048 20/8192 - rw no_discard_passdown";
    private boolean reserved;
    private int minors;

    static ProgramResult good(String out) {
        return new ProgramResult(Ending.EXITED, 0, out, "", Duration.ZERO);
    }

    static ProgramResult bad(String err) {
        return new ProgramResult(Ending.EXITED, 1, "", err, Duration.ZERO);
    }

    static ProgramResult ended(Ending ending) {
        return new ProgramResult(ending, -1, "", "", Duration.ofSeconds(40));
    }

    /// Gives this answer to the next commands that start with this text.
    void next(String prefix, ProgramResult... answers) {
        scripted.computeIfAbsent(prefix, _ -> new ArrayDeque<>()).addAll(List.of(answers));
    }

    void status(String line) {
        status = line;
    }

    /// Adds a device of another program.
    void have(String name, int id, String identity) {
        names.put(id, name);
        nodes.put(name, new Node(id, "253:" + minors++, identity, id != 0));
    }

    void suspend(String name) {
        nodes.get(name).suspended = true;
    }

    /// Mounts a device at a path.
    void mount(Path place, String numbersOfDevice) {
        mounted.put(place, numbersOfDevice);
    }

    void unmountAll() {
        mounted.clear();
    }

    boolean isReserved() {
        return reserved;
    }

    /// Returns the commands since the last call.
    List<String> taken() {
        List<String> taken = List.copyOf(lines);
        lines.clear();
        return taken;
    }

    @Override
    public ProgramResult run(ProgramCall command) throws IOException {
        List<String> words = command.arguments();
        boolean asks = List.of("info", "table", "status", "mknodes").contains(words.getFirst());
        if (!asks && !words.getLast().endsWith("_metadata_snap")) lines.add(command.toString());
        for (Map.Entry<String, Deque<ProgramResult>> each : scripted.entrySet()) {
            if (command.toString().startsWith(each.getKey()) && !each.getValue().isEmpty()) {
                return each.getValue().removeFirst();
            }
        }
        return switch (command.tool()) {
            case DMSETUP -> dmsetup(words);
            case MOUNT -> mountVolume(words);
            case UMOUNT -> {
                mounted.remove(Path.of(words.getLast()));
                yield good("");
            }
            case THIN_LS ->
                    good(String.join("\n", numbers.keySet().stream().map(n -> n + " ").toList()));
            case BLOCKDEV -> good("1048576\n");
            case LOSETUP -> good(words.contains("--show") ? "/dev/loop0\n" : "");
            case MKFS -> good("");
        };
    }

    private ProgramResult dmsetup(List<String> words) {
        return switch (words.getFirst()) {
            case "info" -> info();
            case "table" -> table();
            case "status" -> good(status);
            case "create" -> create(words);
            case "remove" -> {
                nodes.remove(words.getLast());
                yield good("");
            }
            case "suspend", "resume" -> {
                nodes.get(words.getLast()).suspended = words.getFirst().equals("suspend");
                yield good("");
            }
            case "message" -> message(words.getLast().split(" ", -1));
            default -> good("");
        };
    }

    private ProgramResult info() {
        StringBuilder text = new StringBuilder();
        nodes.forEach((name, node) ->
                text.append(
                        "%s:%s:%s:%s\n"
                                .formatted(
                                        name,
                                        node.numbers,
                                        node.suspended ? "Suspended" : "Active",
                                        node.identity)));
        return good(text.isEmpty() ? "No devices found\n" : text.toString());
    }

    private ProgramResult table() {
        StringBuilder text = new StringBuilder();
        nodes.forEach((name, node) -> {
            if (node.hasTable) text.append("%s: 0 131072 thin 253:0 %d\n".formatted(name, node.id));
        });
        return good(text.isEmpty() ? "No devices found\n" : text.toString());
    }

    private ProgramResult create(List<String> words) {
        String name = words.get(1);
        String table = words.getLast();
        if (nodes.containsKey(name)) return bad("create ioctl on " + name + " " + BUSY);
        int id = 0;
        if (!table.contains("thin-pool")) id = Integer.parseInt(table.split(" ", -1)[4]);
        if (id != 0 && !numbers.containsKey(id)) {
            return bad("reload ioctl on " + name + " failed: No data available\n");
        }
        have(name, id, words.get(words.indexOf("--uuid") + 1));
        return good("");
    }

    private ProgramResult message(String[] words) {
        switch (words[0]) {
            case "create_thin", "create_snap" -> {
                int origin = words.length > 2 ? Integer.parseInt(words[2]) : 0;
                if (numbers.putIfAbsent(Integer.valueOf(words[1]), origin) != null)
                    return bad(EXISTS);
            }
            case "delete" -> {
                if (numbers.remove(Integer.valueOf(words[1])) == null) {
                    return bad("message ioctl on pawl-pool  failed: No data available\n");
                }
            }
            case "reserve_metadata_snap" -> {
                if (reserved) return bad("message ioctl on pawl-pool  " + BUSY);
                reserved = true;
            }
            case "release_metadata_snap" -> reserved = false;
            default -> throw new IllegalArgumentException("no pool knows " + words[0]);
        }
        return good("");
    }

    /// The contents of a volume are in its directory; a copy starts with those of its origin.
    private ProgramResult mountVolume(List<String> words) throws IOException {
        Path place = Path.of(words.getLast());
        Node node = nodes.get(Path.of(words.get(words.size() - 2)).getFileName().toString());
        mounted.put(place, node.numbers);
        Path own = place.resolve(MARKER);
        String origin = names.getOrDefault(numbers.get(node.id), "");
        Path copied = place.resolveSibling(origin).resolve(MARKER);
        if (!origin.isEmpty() && !Files.exists(own) && Files.exists(copied)) {
            Files.copy(copied, own);
        }
        return good("");
    }

    @Override
    public void pause(Duration time) {
        pauses.add(time);
    }

    @Override
    public String mounts() {
        StringBuilder text = new StringBuilder();
        mounted.forEach((place, device) ->
                text.append(
                        "29 25 %s / %s rw - ext4 /dev/mapper/any rw\n"
                                .formatted(device, place.toString().replace(" ", "\\040"))));
        return text.toString();
    }

    /// A device of device-mapper.
    private static final class Node {
        private final int id;
        private final String numbers;
        private final String identity;
        private final boolean hasTable;
        private boolean suspended;

        Node(int id, String numbers, String identity, boolean hasTable) {
            this.id = id;
            this.numbers = numbers;
            this.identity = identity;
            this.hasTable = hasTable;
        }
    }
}
