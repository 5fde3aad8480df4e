package dev.pawl.cli;

import dev.pawl.run.RunId;
import dev.pawl.run.RunStatus;
import dev.pawl.store.Pawl;
import java.io.IOException;
import java.nio.file.Path;

/// A process that keeps an engine open until its standard input is closed.
final class Child {
    private Child() {}

    public static void main(String[] args) throws IOException, InterruptedException {
        try (Pawl pawl = Reviews.open(Path.of(args[0]))) {
            RunId id = Reviews.start(pawl.engine(), "from afar", RunStatus.WAITING);
            System.out.println(id);
            while (System.in.read() >= 0) {}
        }
    }
}
