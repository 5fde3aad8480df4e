package dev.pawl.fetch;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;

/// A process on a small disk: fetches, and prints the result and the remaining files.
final class FullDiskChild {
    private FullDiskChild() {}

    /// Arguments: the directory of the source, that of the target, and whether another program
    /// fills the disk meanwhile.
    static void main(String... arguments) throws Exception {
        Path directory = Path.of(arguments[1]);
        Fetch fetch = Fetch.to(directory.resolve("target"));
        if (Boolean.parseBoolean(arguments[2])) {
            fetch = fetch.reportingTo((_, _) -> fill(directory.resolve("filler")));
        }
        try (ObjectSource source = ObjectSource.of(arguments[0])) {
            Fetched fetched = source.fetch(Key.of("a"), fetch);
            IO.println("fetched " + fetched.size());
        } catch (FetchException e) {
            IO.println("%s %d".formatted(e.kind(), e.missingBytes().orElse(0)));
            IO.println(e.getMessage());
        }
        Files.deleteIfExists(directory.resolve("filler"));
        try (Stream<Path> left = Files.list(directory)) {
            IO.println("left " + left.map(Path::getFileName).sorted().toList());
        }
    }

    private static void fill(Path file) {
        if (Files.exists(file)) return;
        try (OutputStream out = Files.newOutputStream(file)) {
            while (true) out.write(new byte[4096]);
        } catch (IOException e) {
            // Full, as intended.
        }
    }
}
