package dev.pawl.trials.cluster;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

/// The settings of a node's process, passed on its command line.
///
/// `index` is its place among `nodes`; it starts its share of `runs`, one each `pace`, and writes
/// the acknowledged ones to the file `acks`.
record NodeSettings(
        String url,
        Path acks,
        int index,
        int nodes,
        int runs,
        Duration pace,
        int rate,
        Duration lease) {

    static NodeSettings parse(String[] words) {
        return new NodeSettings(
                words[0],
                Path.of(words[1]),
                Integer.parseInt(words[2]),
                Integer.parseInt(words[3]),
                Integer.parseInt(words[4]),
                Duration.parse(words[5]),
                Integer.parseInt(words[6]),
                Duration.parse(words[7]));
    }

    List<String> words() {
        return List.of(
                url,
                acks.toString(),
                Integer.toString(index),
                Integer.toString(nodes),
                Integer.toString(runs),
                pace.toString(),
                Integer.toString(rate),
                lease.toString());
    }

    Duration heartbeat() {
        return lease.dividedBy(4);
    }

    String name() {
        return "node-" + index;
    }

    /// Each run is started by two nodes, under the same idempotency key.
    boolean starts(int number) {
        return number % nodes == index || (number + 1) % nodes == index;
    }
}
