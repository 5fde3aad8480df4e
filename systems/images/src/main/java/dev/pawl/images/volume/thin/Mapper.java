package dev.pawl.images.volume.thin;

import dev.pawl.images.volume.Device;
import dev.pawl.images.volume.VolumeException;
import dev.pawl.images.volume.VolumeException.Kind;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// What device-mapper is asked and told about one pool and its devices.
///
/// Nodes below `/dev/mapper` are looked after here, for there may be no udev that does it.
final class Mapper {
    static final int SECTOR = 512;

    private final Toolbox tools;
    private final String pool;

    Mapper(Toolbox tools, String pool) {
        this.tools = tools;
        this.pool = pool;
    }

    /// Returns the active devices of the pool, which must be active itself.
    List<Active> actives() throws VolumeException, IOException {
        Map<String, Node> nodes = nodes();
        Node own = nodes.get(pool);
        if (own == null) {
            throw new VolumeException(
                    Kind.MISSING, "pool %s should be active, and is not: open it".formatted(pool));
        }
        Map<String, Integer> tables = tables(own.numbers());
        List<Active> found = new ArrayList<>();
        for (Node node : nodes.values()) {
            boolean bare = !tables.containsKey(node.name());
            int id = tables.getOrDefault(node.name(), number(node.identity()));
            if (id != 0) {
                found.add(new Active(node.name(), id, node.numbers(), node.suspended(), bare));
            }
        }
        return found;
    }

    Optional<Active> active(Device device) throws VolumeException, IOException {
        return actives().stream().filter(each -> each.isOf(device)).findFirst();
    }

    /// Returns the identity of the device that has the pool's name; empty if there is none.
    Optional<String> poolIdentity() throws VolumeException, IOException {
        return Optional.ofNullable(nodes().get(pool)).map(Node::identity);
    }

    /// Makes a device of a number in the pool, with the volume's whole length.
    void activate(Device device) throws VolumeException, IOException {
        long sectors = Math.ceilDiv(device.sizeBytes(), SECTOR);
        String table = "0 %d thin %s %d".formatted(sectors, Active.node(pool), device.id());
        create(device.name(), identity() + device.id(), table);
    }

    /// Makes a device of a table; its identity is one that device-mapper lets only one have.
    void create(String name, String identity, String table) throws VolumeException, IOException {
        tools.run(
                Tool.DMSETUP, "create", name, "--noudevsync", "--uuid", identity, "--table", table);
        mendNode(name);
    }

    void remove(String name) throws VolumeException, IOException {
        tools.run(Tool.DMSETUP, "remove", "--noudevsync", name);
        mendNode(name);
    }

    void suspend(Active active) throws VolumeException, IOException {
        tools.run(Tool.DMSETUP, "suspend", "--noudevsync", active.name());
    }

    void resume(Active active) throws VolumeException, IOException {
        tools.run(Tool.DMSETUP, "resume", "--noudevsync", active.name());
    }

    /// Tells the pool something.
    void message(String words) throws VolumeException, IOException {
        tools.run(Tool.DMSETUP, "message", pool, "0", words);
    }

    /// Tells the pool something, and returns its answer as it is.
    Answer ask(String words) throws VolumeException, IOException {
        return tools.ask(Tool.DMSETUP, "message", pool, "0", words);
    }

    PoolStatus status() throws VolumeException, IOException {
        return PoolStatus.parse(pool, tools.run(Tool.DMSETUP, "status", pool));
    }

    /// Makes the node right that a device has, or takes away one that no device has any more.
    private void mendNode(String name) throws VolumeException, IOException {
        tools.run(Tool.DMSETUP, "mknodes", name);
    }

    /// Returns all devices of device-mapper, by name.
    private Map<String, Node> nodes() throws VolumeException, IOException {
        String text =
                tools.run(
                        Tool.DMSETUP,
                        "info",
                        "--columns",
                        "--noheadings",
                        "--separator",
                        ":",
                        "--options",
                        "name,major,minor,suspended,uuid");
        Map<String, Node> nodes = new HashMap<>();
        for (String line : text.lines().toList()) {
            String[] fields = line.strip().split(":", -1);
            // One that says that there are none has one field.
            if (fields.length != 5) continue;
            String numbers = fields[1] + ":" + fields[2];
            boolean suspended = fields[3].equals("Suspended");
            nodes.put(fields[0], new Node(fields[0], numbers, suspended, fields[4]));
        }
        return nodes;
    }

    /// Returns the numbers of the thin devices that have a table in the pool, by name.
    private Map<String, Integer> tables(String poolNumbers) throws VolumeException, IOException {
        Map<String, Integer> ids = new HashMap<>();
        String text = tools.run(Tool.DMSETUP, "table", "--target", "thin");
        for (String line : text.lines().toList()) {
            // NAME: 0 SECTORS thin POOL ID
            String[] fields = line.strip().split(" ", -1);
            if (fields.length < 6 || !fields[4].equals(poolNumbers)) continue;
            ids.put(fields[0].substring(0, fields[0].length() - 1), Integer.parseInt(fields[5]));
        }
        return ids;
    }

    private String identity() {
        return "PAWL-" + pool + "-";
    }

    /// Returns the number in an identity of this pool's; 0 if it is none.
    private int number(String identity) {
        if (!identity.startsWith(identity())) return 0;
        String number = identity.substring(identity().length());
        return number.matches("[0-9]{1,8}") ? Integer.parseInt(number) : 0;
    }

    /// A device of any kind.
    private record Node(String name, String numbers, boolean suspended, String identity) {}
}
