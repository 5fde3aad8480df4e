package dev.pawl.fetch.s3;

import dev.pawl.fetch.FetchException;
import dev.pawl.fetch.FetchException.Kind;
import dev.pawl.fetch.http.HttpErrors;
import dev.pawl.fetch.transfer.FetchSubject;
import dev.pawl.fetch.transfer.NetworkErrors;
import java.net.URI;
import java.util.Optional;
import software.amazon.awssdk.awscore.exception.AwsErrorDetails;
import software.amazon.awssdk.core.exception.SdkException;
import software.amazon.awssdk.core.interceptor.Context;
import software.amazon.awssdk.core.interceptor.ExecutionAttributes;
import software.amazon.awssdk.core.interceptor.ExecutionInterceptor;
import software.amazon.awssdk.http.SdkHttpResponse;
import software.amazon.awssdk.services.s3.model.S3Exception;

/// Translates errors of the AWS SDK.
record S3Errors(FetchSubject subject, URI endpoint) {
    /// The SDK has no type for this error, only a text.
    private static final String WRONG_CHECKSUM = "different checksum than expected";

    FetchException of(SdkException error) {
        if (error instanceof S3Exception response) return ofResponse(response);
        String text = String.valueOf(error.getMessage());
        if (!text.contains(WRONG_CHECKSUM)) return ofNetwork(error);
        return subject.error(
                Kind.MISMATCH,
                "expected content with the checksum that the source states, found other content"
                        + " (%s); check the object".formatted(text),
                error);
    }

    FetchException ofNetwork(Throwable error) {
        return NetworkErrors.failed(subject, endpoint, error);
    }

    private FetchException ofResponse(S3Exception error) {
        Kind kind = kind(error);
        String problem = "%s; %s".formatted(found(error), advice(kind, error));
        return subject.error(kind, problem, error)
                .retryAfter(header(error, RetryAfterInterceptor.KEPT));
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
        String text = details.map(AwsErrorDetails::errorMessage).orElse("no message");
        return "expected the object, found HTTP %d %s (%s)"
                .formatted(error.statusCode(), code(error), text);
    }

    private static String advice(Kind kind, S3Exception error) {
        Optional<String> region = header(error, "x-amz-bucket-region");
        if (region.isPresent() && error.statusCode() < 500) {
            return "the bucket is in the region " + region.get();
        }
        return switch (kind) {
            case DENIED ->
                    "check the credentials and their permissions; without permission to list the"
                            + " bucket, a missing key gives this error too";
            case NOT_FOUND -> "check the bucket, the prefix and the key";
            case CHANGED, THROTTLED, TRANSIENT -> HttpErrors.advice(kind);
            case BAD_KEY, TOO_LARGE, MISMATCH, NO_SPACE, UNWRITABLE, REFUSED ->
                    "check the options of the source";
        };
    }

    private static Optional<String> header(S3Exception error, String name) {
        return Optional.ofNullable(error.awsErrorDetails())
                .map(AwsErrorDetails::sdkHttpResponse)
                .flatMap(response -> response.firstMatchingHeader(name));
    }

    /// Hides the header `Retry-After` from the AWS SDK, which fails at a negative number, and keeps
    /// it under another name.
    static final class RetryAfterInterceptor implements ExecutionInterceptor {
        private static final String KEPT = "x-pawl-retry-after";
        private static final String HEADER = "Retry-After";

        @Override
        public SdkHttpResponse modifyHttpResponse(
                Context.ModifyHttpResponse context, ExecutionAttributes attributes) {
            SdkHttpResponse response = context.httpResponse();
            return response.firstMatchingHeader(HEADER)
                    .<SdkHttpResponse>map(value ->
                            response.toBuilder()
                                    .removeHeader(HEADER)
                                    .putHeader(KEPT, value)
                                    .build())
                    .orElse(response);
        }
    }
}
