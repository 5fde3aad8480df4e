package dev.pawl.images.source;

import dev.pawl.images.source.SourceException.Kind;
import dev.pawl.machine.RetryAfterHeader;
import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import software.amazon.awssdk.awscore.exception.AwsErrorDetails;
import software.amazon.awssdk.core.exception.SdkException;
import software.amazon.awssdk.services.s3.model.S3Exception;

/// What errors of the AWS SDK mean.
final class S3Errors {
    /// The SDK has no type for it, only words.
    private static final String WRONG_CHECKSUM = "different checksum than expected";

    private S3Errors() {}

    static SourceException of(Subject subject, URI endpoint, SdkException error) {
        if (error instanceof S3Exception answer) return answered(subject, answer);
        String words = String.valueOf(error.getMessage());
        if (!words.contains(WRONG_CHECKSUM)) return Network.failed(subject, endpoint, error);
        return subject.error(
                Kind.MISMATCH,
                "expected the content that the source has a checksum of, found another (%s); look"
                                .formatted(words)
                        + " at the object",
                error);
    }

    private static SourceException answered(Subject subject, S3Exception error) {
        Kind kind = kind(error);
        String problem = "%s; %s".formatted(found(error), advice(kind, error));
        if (kind != Kind.TRANSIENT) return subject.error(kind, problem, error);
        Instant now = Instant.now();
        Duration wait =
                header(error, RetryAfterInterceptor.KEPT)
                        .flatMap(header -> RetryAfterHeader.parse(header, now))
                        .orElse(null);
        return SourceException.later(subject.message(problem), wait);
    }

    /// Some codes say more than their status, which is that of a wrong request.
    private static Kind kind(S3Exception error) {
        return switch (code(error)) {
            case "RequestTimeout" -> Kind.TRANSIENT;
            case "ExpiredToken", "InvalidToken" -> Kind.DENIED;
            default -> HttpErrors.kind(error.statusCode());
        };
    }

    private static String code(S3Exception error) {
        return Optional.ofNullable(error.awsErrorDetails())
                .map(AwsErrorDetails::errorCode)
                .orElse("no code");
    }

    private static String found(S3Exception error) {
        Optional<AwsErrorDetails> details = Optional.ofNullable(error.awsErrorDetails());
        String words = details.map(AwsErrorDetails::errorMessage).orElse("no message");
        return "expected the object, found %d %s (%s)"
                .formatted(error.statusCode(), code(error), words);
    }

    private static String advice(Kind kind, S3Exception error) {
        Optional<String> region = header(error, "x-amz-bucket-region");
        if (region.isPresent() && error.statusCode() < 500) {
            return "the bucket is in the region " + region.get();
        }
        return switch (kind) {
            case DENIED ->
                    "check the credentials and what they allow; a missing key is told so too"
                            + " to who may not list the bucket";
            case NOT_FOUND -> "check bucket, prefix and key";
            case CHANGED -> "try again when nobody changes it";
            case TRANSIENT -> "try again later";
            case BAD_KEY, TOO_LARGE, MISMATCH, NO_SPACE, REFUSED -> "check the source's options";
        };
    }

    private static Optional<String> header(S3Exception error, String name) {
        return Optional.ofNullable(error.awsErrorDetails())
                .map(AwsErrorDetails::sdkHttpResponse)
                .flatMap(response -> response.firstMatchingHeader(name));
    }
}
