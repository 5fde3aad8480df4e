package dev.pawl.images.source;

import dev.pawl.servers.HttpFaults;
import dev.pawl.servers.S3Server;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.util.Map;

/// A bucket of an S3 server, with a proxy in front of it that can spoil requests.
final class ServerPlace implements AutoCloseable {
    static final String BUCKET = "images";
    static final Credentials.Static PAIR = new Credentials.Static("id", "a secret", null);

    private final Reach reach;
    private final S3Server server;
    private final HttpFaults faults;

    ServerPlace(Path directory, Reach reach) throws IOException {
        this.reach = reach;
        server =
                reach == Reach.SIGNED_S3
                        ? S3Server.start(directory, PAIR.id(), PAIR.secret())
                        : S3Server.open(directory);
        server.createBucket(BUCKET);
        faults = HttpFaults.start(server.port());
    }

    HttpFaults faults() {
        return faults;
    }

    void put(String key, byte[] content) {
        put(key, content, Map.of());
    }

    void put(String key, byte[] content, Map<String, String> metadata) {
        try {
            server.put(BUCKET, key, content, metadata);
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }

    void remove(String key) {
        server.remove(BUCKET, key);
    }

    Source source(Timeouts timeouts) {
        String bucket = "s3://" + BUCKET;
        return switch (reach) {
            case SIGNED_S3 -> s3(bucket, PAIR, timeouts);
            case OPEN_S3 -> s3(bucket, new Credentials.Anonymous(), timeouts);
            case HTTP -> Sources.of(faults.url() + "/" + BUCKET, o -> o.timeouts(timeouts));
        };
    }

    Source s3(String address, Credentials credentials, Timeouts timeouts) {
        return Sources.of(
                address,
                o ->
                        o.endpoint(URI.create(faults.url()))
                                .credentials(credentials)
                                .timeouts(timeouts));
    }

    @Override
    public void close() throws IOException {
        faults.close();
        server.close();
    }

    /// How objects are asked for.
    enum Reach {
        SIGNED_S3,
        /// Without a signature, so that requests may be changed on their way.
        OPEN_S3,
        HTTP
    }
}
