package dev.pawl.images.source;

import dev.pawl.images.source.SourceException.Kind;
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

/// The objects of a bucket whose keys begin with a prefix.
final class S3Source implements Source, Origin {
    private final String bucket;
    private final String prefix;
    private final Timeouts timeouts;
    private final URI endpoint;
    private final S3Access access;
    private final S3Client client;

    S3Source(String bucket, String prefix, SourceOptions options) {
        this.bucket = bucket;
        this.prefix = prefix;
        timeouts = options.timeouts();
        URI given = options.endpoint();
        endpoint =
                given == null
                        ? URI.create("https://s3.%s.amazonaws.com".formatted(options.region()))
                        : given;
        access = S3Access.of(options.credentials());
        client = client(options);
    }

    /// Retries are the caller's, who knows what else there is to do.
    private S3Client client(SourceOptions options) {
        S3ClientBuilder builder =
                S3Client.builder()
                        .region(Region.of(options.region()))
                        .forcePathStyle(options.isPathStyle())
                        .credentialsProvider(access.provider())
                        .responseChecksumValidation(ResponseChecksumValidation.WHEN_SUPPORTED)
                        .overrideConfiguration(o ->
                                o.retryStrategy(AwsRetryStrategy.doNotRetry())
                                        .addExecutionInterceptor(new RetryAfterInterceptor()))
                        .httpClientBuilder(
                                UrlConnectionHttpClient.builder()
                                        .connectionTimeout(timeouts.connect())
                                        .socketTimeout(timeouts.silence()));
        if (options.endpoint() != null) builder.endpointOverride(options.endpoint());
        return builder.build();
    }

    @Override
    public String address() {
        return "s3://%s/%s".formatted(bucket, prefix);
    }

    @Override
    public Found find(Key key) throws SourceException, InterruptedException {
        return Watch.over(subject(key), timeouts.silence(), _ -> look(key));
    }

    @Override
    public Fetched fetch(Fetch fetch) throws SourceException, InterruptedException {
        return Watch.over(
                subject(fetch.key()),
                timeouts.silence(),
                pulse -> new Download(this, identity(), fetch, pulse).run());
    }

    /// The same name of a bucket at another endpoint is another bucket.
    private String identity() {
        return endpoint + " " + address();
    }

    @Override
    public Page list(String start, String after) throws SourceException, InterruptedException {
        Subject subject = new Subject(address(), "list of '%s'".formatted(start));
        return Watch.over(subject, timeouts.silence(), _ -> page(subject, start, after));
    }

    private Page page(Subject subject, String start, String after) throws SourceException {
        access.require(subject);
        ListObjectsV2Response listed;
        try {
            listed =
                    client.listObjectsV2(b ->
                            b.bucket(bucket)
                                    .prefix(prefix + start)
                                    .startAfter(after.isEmpty() ? null : prefix + after)
                                    .maxKeys(Page.NAMES_MAX));
        } catch (SdkException e) {
            throw S3Errors.of(subject, endpoint, e);
        }
        List<Found> objects = new ArrayList<>();
        List<String> unusable = new ArrayList<>();
        String last = after;
        for (S3Object object : listed.contents()) {
            last = object.key().substring(prefix.length());
            if (Key.isUsable(last)) {
                Validator validator = Validator.strong(object.eTag());
                objects.add(Found.listed(new Key(last), object.size(), validator));
            } else {
                unusable.add(last);
            }
        }
        boolean hasNext = Boolean.TRUE.equals(listed.isTruncated());
        return new Page(objects, unusable, hasNext ? Optional.of(last) : Optional.empty());
    }

    @Override
    public Subject subject(Key key) {
        return Subject.of(address(), key);
    }

    @Override
    public Found look(Key key) throws SourceException {
        Subject subject = subject(key);
        String name = name(subject, key);
        access.require(subject);
        try {
            HeadObjectResponse head =
                    client.headObject(
                            b -> b.bucket(bucket).key(name).checksumMode(ChecksumMode.ENABLED));
            return new Found(
                    key,
                    OptionalLong.of(length(subject, head.contentLength())),
                    validator(head.eTag()),
                    checksum(head));
        } catch (S3Exception e) {
            throw S3Errors.of(subject, endpoint, explained(name, e));
        } catch (SdkException e) {
            throw S3Errors.of(subject, endpoint, e);
        }
    }

    private String name(Subject subject, Key key) throws SourceException {
        String name = prefix + key.text();
        if (Key.isUsable(name)) return name;
        throw subject.error(
                Kind.BAD_KEY,
                "expected at most %d bytes with the prefix, found more".formatted(Key.BYTES_MAX));
    }

    private static Optional<Validator> validator(@Nullable String tag) {
        return Optional.ofNullable(tag).map(Validator::strong);
    }

    private static Optional<Sha256> checksum(HeadObjectResponse head) {
        Optional<Sha256> own = Optional.ofNullable(head.checksumSHA256()).flatMap(Sha256::ofBase64);
        return own.or(
                () -> Optional.ofNullable(head.metadata().get("sha256")).flatMap(Sha256::ofHex));
    }

    private static long length(Subject subject, @Nullable Long length) throws SourceException {
        if (length != null && length >= 0) return length;
        throw subject.error(
                Kind.TRANSIENT, "expected an answer with a length, found none; try again");
    }

    /// The answer to a HEAD has no body, so it does not say why. The one to a GET does.
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
    public Body open(Found found, long offset) throws SourceException {
        Subject subject = subject(found.key());
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
            throw S3Errors.of(subject, endpoint, e);
        }
        try {
            Body.Announced announced = announced(subject, found, offset, stream.response());
            return new S3Body(subject, endpoint, announced, stream);
        } catch (SourceException e) {
            stream.abort();
            throw e;
        }
    }

    private static Body.Announced announced(
            Subject subject, Found found, long offset, GetObjectResponse response)
            throws SourceException {
        long length = length(subject, response.contentLength());
        Optional<Validator> validator = validator(response.eTag());
        if (response.contentRange() == null) {
            return new Body.Announced(0, OptionalLong.of(length), validator, true);
        }
        long total = found.size().orElse(0);
        boolean isRest =
                offset > 0
                        && ContentRange.isRest(response.contentRange(), offset, total)
                        && length == total - offset
                        && validator.equals(found.validator());
        if (isRest) return new Body.Announced(offset, found.size(), validator, true);
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
