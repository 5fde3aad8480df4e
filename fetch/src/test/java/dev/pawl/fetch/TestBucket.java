package dev.pawl.fetch;

import dev.pawl.servers.HttpFaults;
import dev.pawl.servers.S3Server;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.util.Map;

/// A bucket of an S3 server, with a proxy in front of it that makes requests fail.
final class TestBucket implements AutoCloseable {
    static final String BUCKET = "images";
    static final Credentials.Static PAIR = new Credentials.Static("id", "a secret", null);

    private final Protocol protocol;
    private final S3Server server;
    private final HttpFaults faults;

    TestBucket(Path directory, Protocol protocol) throws IOException {
        this.protocol = protocol;
        server =
                protocol == Protocol.SIGNED_S3
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

    ObjectSource source(FetchLimits limits) {
        String bucket = "s3://" + BUCKET;
        return switch (protocol) {
            case SIGNED_S3 -> s3(bucket, PAIR, limits);
            case OPEN_S3 -> s3(bucket, new Credentials.Anonymous(), limits);
            case HTTP -> ObjectSource.of(faults.url() + "/" + BUCKET, o -> o.limits(limits));
        };
    }

    ObjectSource s3(String address, Credentials credentials, FetchLimits limits) {
        return ObjectSource.of(
                address,
                o -> o.endpoint(URI.create(faults.url())).credentials(credentials).limits(limits));
    }

    @Override
    public void close() throws IOException {
        faults.close();
        server.close();
    }

    /// How objects are requested.
    enum Protocol {
        SIGNED_S3,
        /// Without a signature, so that the proxy can change requests.
        OPEN_S3,
        HTTP
    }
}
