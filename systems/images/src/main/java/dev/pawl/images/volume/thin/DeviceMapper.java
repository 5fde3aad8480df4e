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

/// Commands to device-mapper for one pool and its devices.
///
/// It also maintains the nodes below `/dev/mapper`, because there may be no udev.
final class DeviceMapper {
    static final int SECTOR = 512;

    private final DeviceTools tools;
    private final String pool;

    DeviceMapper(DeviceTools tools, String pool) {
        this.tools = tools;
        this.pool = pool;
    }

    /// Returns the active devices of the pool, which must be active itself.
    List<ActiveDevice> actives() throws VolumeException, IOException {
        Map<String, Node> nodes = nodes();
        Node own = nodes.get(pool);
        if (own == null) {
            throw new VolumeException(
                    Kind.MISSING,
                    "expected pool %s to be active, found that it is not; open it first"
                            .formatted(pool));
        }
        Map<String, Integer> tables = tables(own.numbers());
        List<ActiveDevice> found = new ArrayList<>();
        for (Node node : nodes.values()) {
            boolean bare = !tables.containsKey(node.name());
            int id = tables.getOrDefault(node.name(), number(node.identity()));
            if (id != 0) {
                found.add(
                        new ActiveDevice(node.name(), id, node.numbers(), node.suspended(), bare));
            }
        }
        return found;
    }

    Optional<ActiveDevice> active(Device device) throws VolumeException, IOException {
        return actives().stream().filter(each -> each.isOf(device)).findFirst();
    }

    /// Returns the identity of the device that has the pool's name; empty if there is none.
    Optional<String> poolIdentity() throws VolumeException, IOException {
        return Optional.ofNullable(nodes().get(pool)).map(Node::identity);
    }

    /// Activates the device of a volume with the size of the volume.
    void activate(Device device) throws VolumeException, IOException {
        long sectors = Math.ceilDiv(device.sizeBytes(), SECTOR);
        String table = "0 %d thin %s %d".formatted(sectors, ActiveDevice.node(pool), device.id());
        create(device.name(), identity() + device.id(), table);
    }

    /// Creates a device with a table and an identity, which device-mapper keeps unique.
    void create(String name, String identity, String table) throws VolumeException, IOException {
        tools.run(
                Tool.DMSETUP, "create", name, "--noudevsync", "--uuid", identity, "--table", table);
        updateNode(name);
    }

    void remove(String name) throws VolumeException, IOException {
        tools.run(Tool.DMSETUP, "remove", "--noudevsync", name);
        updateNode(name);
    }

    void suspend(ActiveDevice active) throws VolumeException, IOException {
        tools.run(Tool.DMSETUP, "suspend", "--noudevsync", active.name());
    }

    void resume(ActiveDevice active) throws VolumeException, IOException {
        tools.run(Tool.DMSETUP, "resume", "--noudevsync", active.name());
    }

    /// Sends a message to the pool.
    void send(String text) throws VolumeException, IOException {
        tools.run(Tool.DMSETUP, "message", pool, "0", text);
    }

    /// Sends a message to the pool and returns the result, also if it fails.
    ProgramResult sendOnce(String text) throws VolumeException, IOException {
        return tools.runOnce(Tool.DMSETUP, "message", pool, "0", text);
    }

    PoolStatus status() throws VolumeException, IOException {
        return PoolStatus.parse(pool, tools.run(Tool.DMSETUP, "status", pool));
    }

    /// Creates the node of a device, or removes the node of a device that is gone.
    private void updateNode(String name) throws VolumeException, IOException {
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
            // The message that there are no devices has one field.
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

    /// Returns the number in an identity of this pool; 0 for any other identity.
    private int number(String identity) {
        if (!identity.startsWith(identity())) return 0;
        String number = identity.substring(identity().length());
        return number.matches("[0-9]{1,8}") ? Integer.parseInt(number) : 0;
    }

    /// A device of any kind.
    private record Node(String name, String numbers, boolean suspended, String identity) {}
}
