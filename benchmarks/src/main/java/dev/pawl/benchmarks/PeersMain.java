package dev.pawl.benchmarks;

import dev.pawl.servers.Installation;
import dev.pawl.servers.PostgresServer;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/// Measures the peers on PostgreSQL, by turns: `AT-ONCE ROUNDS [NAME…]`; all without names.
public final class PeersMain {
    private PeersMain() {}

    public static void main(String[] arguments) throws Exception {
        int atOnce = Integer.parseInt(arguments[0]);
        int rounds = Integer.parseInt(arguments[1]);
        List<String> given = List.of(arguments).subList(2, arguments.length);
        List<String> names = given.isEmpty() ? PeerChild.names() : given;
        Installation installation = Installation.any().orElseThrow(IllegalStateException::new);
        Workplace at = Workplace.open(Path.of("target", "bench"), Scale.FULL, System.err);
        for (int round = 0; round < rounds; round++) {
            for (String name : names) {
                System.out.println(measure(installation, at, name, atOnce));
            }
        }
    }

    /// Each has a server of its own, so that none works on what another has left.
    private static PeerFigures measure(
            Installation installation, Workplace at, String name, int atOnce) throws Exception {
        try (Scratch scratch = at.scratch("peers");
                PostgresServer server =
                        PostgresServer.start(installation, scratch.resolve("server"), Map.of())) {
            at.say("%s on %s, %d runs at once".formatted(name, server, atOnce));
            return PeerFigures.measure(server, name, atOnce, at.scale());
        }
    }
}
