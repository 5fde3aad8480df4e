package dev.pawl.servers;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import org.gaul.s3proxy.S3Proxy;
import org.gaul.s3proxy.auth.AuthenticationType;
import org.gaul.s3proxy.blobstore.BlobStore;
import org.gaul.s3proxy.blobstore.ForwardingBlobStore;
import org.gaul.s3proxy.nio2blob.FilesystemNio2BlobStore;
import software.amazon.awssdk.core.ResponseInputStream;
import software.amazon.awssdk.services.s3.model.GetObjectRequest;
import software.amazon.awssdk.services.s3.model.GetObjectResponse;
import software.amazon.awssdk.services.s3.model.HeadObjectRequest;
import software.amazon.awssdk.services.s3.model.HeadObjectResponse;
import software.amazon.awssdk.services.s3.model.ListObjectsV2Request;
import software.amazon.awssdk.services.s3.model.ListObjectsV2Response;
import software.amazon.awssdk.services.s3.model.PutObjectRequest;

/// An S3 server on loopback, in this process, that stores its buckets in a directory.
///
/// Buckets and objects are created directly, without a request. It also serves plain HTTP: an
/// object of an open server is at `url()/bucket/key`. Thread-safe.
public final class S3Server implements AutoCloseable {
    private final BlobStore objects;
    private final S3Proxy proxy;
    private final AtomicLong requests = new AtomicLong();

    private S3Server(Path directory, AuthenticationType type, String id, String secret)
            throws IOException {
        objects = new FilesystemNio2BlobStore(Files.createDirectories(directory).toString());
        proxy =
                S3Proxy.builder()
                        .blobStore(new Counting(objects, requests))
                        .endpoint(URI.create("http://127.0.0.1:" + Ports.free()))
                        .awsAuthentication(type, id, secret)
                        .build();
        start();
    }

    /// Starts a server that requires requests signed with the key `id` and its secret.
    public static S3Server start(Path directory, String id, String secret) throws IOException {
        return new S3Server(directory, AuthenticationType.AWS_V4, id, secret);
    }

    /// Starts a server that requires no credentials.
    public static S3Server open(Path directory) throws IOException {
        return new S3Server(directory, AuthenticationType.NONE, "", "");
    }

    private void start() throws IOException {
        try {
            proxy.start();
        } catch (Exception e) {
            throw new IOException("the S3 server does not start", e);
        }
    }

    public int port() {
        return proxy.getPort();
    }

    public String url() {
        return "http://127.0.0.1:" + port();
    }

    /// Creates a bucket; an existing one stays unchanged.
    public void createBucket(String bucket) {
        if (!objects.containerExists(bucket)) objects.createContainer(bucket);
    }

    /// Stores the content of a file under a key.
    public void put(String bucket, String key, Path content) throws IOException {
        try (InputStream bytes = Files.newInputStream(content)) {
            put(request(bucket, key, Files.size(content)).build(), bytes);
        }
    }

    /// Stores bytes under a key.
    public void put(String bucket, String key, byte[] content) throws IOException {
        put(bucket, key, content, Map.of());
    }

    /// Stores bytes with metadata, which become headers that start with `x-amz-meta-`.
    public void put(String bucket, String key, byte[] content, Map<String, String> metadata)
            throws IOException {
        PutObjectRequest.Builder request = request(bucket, key, content.length);
        put(request.metadata(metadata).build(), new ByteArrayInputStream(content));
    }

    private static PutObjectRequest.Builder request(String bucket, String key, long length) {
        return PutObjectRequest.builder().bucket(bucket).key(key).contentLength(length);
    }

    private void put(PutObjectRequest request, InputStream content) throws IOException {
        try (content) {
            objects.putBlob(request, content);
        }
    }

    public void remove(String bucket, String key) {
        objects.removeBlob(bucket, key);
    }

    /// Returns the number of authorized requests for objects and lists.
    public long requests() {
        return requests.get();
    }

    @Override
    public void close() throws IOException {
        try {
            proxy.stop();
        } catch (Exception e) {
            throw new IOException("the S3 server at %s does not stop".formatted(url()), e);
        }
    }

    private static final class Counting extends ForwardingBlobStore {
        private final AtomicLong requests;

        Counting(BlobStore objects, AtomicLong requests) {
            super(objects);
            this.requests = requests;
        }

        @Override
        public HeadObjectResponse blobMetadata(HeadObjectRequest request) {
            requests.incrementAndGet();
            return super.blobMetadata(request);
        }

        @Override
        public ResponseInputStream<GetObjectResponse> getBlob(GetObjectRequest request) {
            requests.incrementAndGet();
            return super.getBlob(request);
        }

        @Override
        public ListObjectsV2Response list(ListObjectsV2Request request) {
            requests.incrementAndGet();
            return super.list(request);
        }
    }
}
