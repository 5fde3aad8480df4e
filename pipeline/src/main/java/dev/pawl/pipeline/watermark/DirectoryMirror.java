package dev.pawl.pipeline.watermark;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.UUID;

/// A directory with a file `FEED.json` for each feed. A file is replaced as a whole: a reader sees
/// the old document or the new one.
public record DirectoryMirror(Path directory) implements WatermarkMirror {

    @Override
    public String save(String feed, byte[] document) throws IOException {
        Path target = file(feed);
        Path temporary = target.resolveSibling(target.getFileName() + "." + UUID.randomUUID());
        Files.createDirectories(directory);
        try {
            write(temporary, document);
            Files.move(
                    temporary,
                    target,
                    StandardCopyOption.ATOMIC_MOVE,
                    StandardCopyOption.REPLACE_EXISTING);
        } finally {
            Files.deleteIfExists(temporary);
        }
        return target.toString();
    }

    private static void write(Path file, byte[] document) throws IOException {
        try (FileChannel channel =
                FileChannel.open(file, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE)) {
            ByteBuffer bytes = ByteBuffer.wrap(document);
            while (bytes.hasRemaining()) channel.write(bytes);
            channel.force(true);
        }
    }

    /// Returns the file of a feed.
    public Path file(String feed) {
        return directory.resolve(feed.replaceAll("[^A-Za-z0-9._-]", "_") + ".json");
    }
}
