package dev.pawl.benchmarks.images;

import dev.pawl.servers.S3Server;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/// An S3 server on loopback with archives in its only bucket, which is readable without
/// credentials.
record ImageServer(S3Server server, Path directory) implements AutoCloseable {
    private static final String BUCKET = "bench";

    static ImageServer open(Path directory) throws IOException {
        S3Server server = S3Server.open(directory.resolve("s3"));
        server.createBucket(BUCKET);
        return new ImageServer(server, directory);
    }

    void put(String key, SampleImage image) throws IOException {
        Path file = image.write(directory.resolve("sample.tar"));
        server.put(BUCKET, key, file);
        Files.delete(file);
    }

    /// Returns the address of an object for `curl`.
    String url(String key) {
        return "%s/%s/%s".formatted(server.url(), BUCKET, key);
    }

    /// Returns the bucket as a source of images; `endpoint` is this server, or a proxy in front of
    /// it.
    static String source(String endpoint) {
        String encoded =
                java.net.URLEncoder.encode(endpoint, java.nio.charset.StandardCharsets.UTF_8);
        return "s3://%s?credentials=anonymous&endpoint=%s".formatted(BUCKET, encoded);
    }

    String source() {
        return source(server.url());
    }

    @Override
    public void close() throws IOException {
        server.close();
    }
}
