package dev.pawl.cli.classes.context;

import dev.pawl.cli.shell.CommandException;
import dev.pawl.machine.JsonCodec;
import dev.pawl.run.Payload;
import java.nio.file.Path;
import java.util.Optional;

/// Where a simulated cluster leaves its address in the home directory: a kubeconfig file for any
/// client, and its URL for what breaks it.
public final class SimulatedHome {
    private final Path home;
    private final HomeFile kubeconfig;
    private final HomeFile address;

    public SimulatedHome(Path home) {
        this.home = home;
        this.kubeconfig = new HomeFile(home, "simulated-kubeconfig.yaml");
        this.address = new HomeFile(home, "simulated.json");
    }

    public void write(String url, String config) {
        kubeconfig.write(config);
        address.write(
                JsonCodec.JSON.encode(new Address(url, ProcessHandle.current().pid())).text());
    }

    /// Forgets a cluster that has ended.
    public void clear() {
        address.delete();
        kubeconfig.delete();
    }

    public Path kubeconfig() {
        return kubeconfig.path();
    }

    /// Returns the address of the cluster whose process runs.
    public Optional<Address> address() {
        try {
            return address.read()
                    .map(text -> JsonCodec.JSON.decode(Payload.of(text), Address.class))
                    .filter(Address::isAlive);
        } catch (IllegalArgumentException _) {
            return Optional.empty();
        }
    }

    /// Returns the address, or fails if there is no cluster.
    public Address require() {
        Optional<Address> running = address();
        if (running.isPresent()) return running.get();
        throw CommandException.store(
                "no simulated cluster runs in %s: start one with `pawl classes simulate`"
                        .formatted(home));
    }

    /// The URL of a simulated cluster, and its process.
    public record Address(String url, long pid) {
        boolean isAlive() {
            return ProcessHandle.of(pid).map(ProcessHandle::isAlive).orElse(false);
        }
    }
}
