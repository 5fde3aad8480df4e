package dev.pawl.fetch.s3;

import dev.pawl.fetch.FetchException;
import dev.pawl.fetch.FetchException.Kind;
import dev.pawl.fetch.FetchLimits;
import dev.pawl.fetch.Key;
import dev.pawl.fetch.ObjectInfo;
import dev.pawl.fetch.ObjectPage;
import dev.pawl.fetch.Sha256;
import dev.pawl.fetch.SourceOptions;
import dev.pawl.fetch.Validator;
import dev.pawl.fetch.http.ContentRange;
import dev.pawl.fetch.transfer.ContentBody;
import dev.pawl.fetch.transfer.ContentBody.Announced;
import dev.pawl.fetch.transfer.FetchSubject;
import dev.pawl.fetch.transfer.ObjectStorage;
import dev.pawl.fetch.transfer.TransferWatch.IdleTimer;
import java.io.IOException;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.awscore.retry.AwsRetryStrategy;
import software.amazon.awssdk.core.ResponseInputStream;
import software.amazon.awssdk.core.checksums.ResponseChecksumValidation;
import software.amazon.awssdk.core.exception.SdkException;
import software.amazon.awssdk.core.sync.RequestBody;
import software.amazon.awssdk.http.urlconnection.UrlConnectionHttpClient;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.services.s3.S3Client;
import software.amazon.awssdk.services.s3.S3ClientBuilder;
import software.amazon.awssdk.services.s3.model.ChecksumMode;
import software.amazon.awssdk.services.s3.model.GetObjectRequest;
import software.amazon.awssdk.services.s3.model.GetObjectResponse;
import software.amazon.awssdk.services.s3.model.HeadObjectResponse;
import software.amazon.awssdk.services.s3.model.ListObjectsV2Response;
import software.amazon.awssdk.services.s3.model.S3Exception;
import software.amazon.awssdk.services.s3.model.S3Object;

/// The objects of a bucket whose keys start with a prefix.
public final class S3Storage implements ObjectStorage {
    private final String bucket;
    private final String prefix;
    private final FetchLimits limits;
    private final URI endpoint;
    private final S3Access access;
    private final S3Client client;

    public S3Storage(String bucket, String prefix, SourceOptions options) {
        this.bucket = bucket;
        this.prefix = prefix;
        limits = options.limits();
        URI given = options.endpoint();
        endpoint =
                given == null
                        ? URI.create("https://s3.%s.amazonaws.com".formatted(options.region()))
                        : given;
        access = S3Access.of(options.credentials());
        client = client(options);
    }

    /// The SDK does not retry: retries are up to the caller.
    private S3Client client(SourceOptions options) {
        S3ClientBuilder builder =
                S3Client.builder()
                        .region(Region.of(options.region()))
                        .forcePathStyle(options.isPathStyle())
                        .credentialsProvider(access.provider())
                        .responseChecksumValidation(ResponseChecksumValidation.WHEN_SUPPORTED)
                        .overrideConfiguration(o ->
                                o.retryStrategy(AwsRetryStrategy.doNotRetry())
                                        .addExecutionInterceptor(
                                                new S3Errors.RetryAfterInterceptor()))
                        .httpClientBuilder(
                                UrlConnectionHttpClient.builder()
                                        .connectionTimeout(limits.connect())
                                        .socketTimeout(limits.silence()));
        if (options.endpoint() != null) builder.endpointOverride(options.endpoint());
        return builder.build();
    }

    @Override
    public String address() {
        return "s3://%s/%s".formatted(bucket, prefix);
    }

    /// A bucket of the same name at another endpoint is another bucket.
    @Override
    public String identity() {
        return endpoint + " " + address();
    }

    @Override
    public ObjectPage list(String start, String after, IdleTimer timer) throws FetchException {
        FetchSubject subject = FetchSubject.ofList(address(), start);
        access.require(subject);
        ListObjectsV2Response listed;
        try {
            listed =
                    client.listObjectsV2(b ->
                            b.bucket(bucket)
                                    .prefix(prefix + start)
                                    .startAfter(after.isEmpty() ? null : prefix + after)
                                    .maxKeys(ObjectPage.NAMES_MAX));
        } catch (SdkException e) {
            throw failed(subject, e);
        }
        List<ObjectInfo> objects = new ArrayList<>();
        List<String> unusable = new ArrayList<>();
        String last = after;
        for (S3Object object : listed.contents()) {
            last = object.key().substring(prefix.length());
            if (Key.isUsable(last)) {
                Validator validator = Validator.strong(object.eTag());
                objects.add(ObjectInfo.listed(new Key(last), object.size(), validator));
            } else {
                unusable.add(last);
            }
        }
        boolean hasNext = Boolean.TRUE.equals(listed.isTruncated());
        return new ObjectPage(objects, unusable, hasNext ? Optional.of(last) : Optional.empty());
    }

    @Override
    public ObjectInfo find(Key key) throws FetchException {
        FetchSubject subject = subject(key);
        String name = name(subject, key);
        access.require(subject);
        try {
            HeadObjectResponse head =
                    client.headObject(
                            b -> b.bucket(bucket).key(name).checksumMode(ChecksumMode.ENABLED));
            return new ObjectInfo(
                    key,
                    OptionalLong.of(length(subject, head.contentLength())),
                    validator(head.eTag()),
                    checksum(head));
        } catch (S3Exception e) {
            throw failed(subject, explained(name, e));
        } catch (SdkException e) {
            throw failed(subject, e);
        }
    }

    /// Creates or replaces an object.
    public void put(Key key, byte[] content, String contentType) throws FetchException {
        FetchSubject subject = subject(key);
        String name = name(subject, key);
        access.require(subject);
        try {
            client.putObject(
                    b -> b.bucket(bucket).key(name).contentType(contentType),
                    RequestBody.fromBytes(content));
        } catch (SdkException e) {
            throw failed(subject, e);
        }
    }

    private FetchException failed(FetchSubject subject, SdkException error) {
        return new S3Errors(subject, endpoint).of(error);
    }

    private String name(FetchSubject subject, Key key) throws FetchException {
        String name = prefix + key.text();
        if (Key.isUsable(name)) return name;
        throw subject.error(
                Kind.BAD_KEY,
                "expected at most %d bytes with the prefix, found more; use a shorter one"
                        .formatted(Key.BYTES_MAX));
    }

    private static Optional<Validator> validator(@Nullable String tag) {
        return Optional.ofNullable(tag).map(Validator::strong);
    }

    private static Optional<Sha256> checksum(HeadObjectResponse head) {
        Optional<Sha256> own = Optional.ofNullable(head.checksumSHA256()).flatMap(Sha256::ofBase64);
        return own.or(
                () -> Optional.ofNullable(head.metadata().get("sha256")).flatMap(Sha256::ofHex));
    }

    private static long length(FetchSubject subject, @Nullable Long length) throws FetchException {
        if (length != null && length >= 0) return length;
        throw subject.error(
                Kind.TRANSIENT, "expected a response with a length, found none; try again");
    }

    /// The response to a HEAD has no body that explains the error. The one to a GET has.
    private S3Exception explained(String name, S3Exception error) {
        if (error.statusCode() < 400 || error.statusCode() >= 500) return error;
        try (var body = client.getObject(b -> b.bucket(bucket).key(name).range("bytes=0-0"))) {
            body.abort();
            return error;
        } catch (S3Exception e) {
            return e.statusCode() == error.statusCode() ? e : error;
        } catch (SdkException | IOException e) {
            return error;
        }
    }

    @Override
    public ContentBody open(ObjectInfo found, long offset) throws FetchException {
        FetchSubject subject = subject(found.key());
        GetObjectRequest.Builder request =
                GetObjectRequest.builder().bucket(bucket).key(name(subject, found.key()));
        found.strong().ifPresent(tag -> request.ifMatch(tag.text()));
        if (offset > 0) {
            request.range("bytes=%d-".formatted(offset));
        } else {
            request.checksumMode(ChecksumMode.ENABLED);
        }
        ResponseInputStream<GetObjectResponse> stream;
        try {
            stream = client.getObject(request.build());
        } catch (SdkException e) {
            throw failed(subject, e);
        }
        try {
            Announced announced = announced(subject, found, offset, stream.response());
            return new S3Body(new S3Errors(subject, endpoint), announced, stream);
        } catch (FetchException e) {
            stream.abort();
            throw e;
        }
    }

    private static Announced announced(
            FetchSubject subject, ObjectInfo found, long offset, GetObjectResponse response)
            throws FetchException {
        long length = length(subject, response.contentLength());
        Optional<Validator> validator = validator(response.eTag());
        if (response.contentRange() == null) {
            return new Announced(0, OptionalLong.of(length), validator, true);
        }
        long total = found.size().orElse(0);
        boolean isRest =
                offset > 0
                        && ContentRange.parse(response.contentRange())
                                .filter(range -> range.isRest(offset, found.size()))
                                .isPresent()
                        && length == total - offset
                        && validator.equals(found.validator());
        if (isRest) return new Announced(offset, found.size(), validator, true);
        throw subject.error(
                Kind.CHANGED,
                "expected the bytes from %d to %d of %s, found %s of %s; try again"
                        .formatted(
                                offset,
                                total - 1,
                                found.validator(),
                                response.contentRange(),
                                validator));
    }

    @Override
    public void close() {
        client.close();
        access.close();
    }
}
