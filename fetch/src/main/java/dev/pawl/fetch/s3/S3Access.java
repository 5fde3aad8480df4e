package dev.pawl.fetch.s3;

import dev.pawl.fetch.Credentials;
import dev.pawl.fetch.FetchException;
import dev.pawl.fetch.FetchException.Kind;
import dev.pawl.fetch.transfer.FetchSubject;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.auth.credentials.AnonymousCredentialsProvider;
import software.amazon.awssdk.auth.credentials.AwsBasicCredentials;
import software.amazon.awssdk.auth.credentials.AwsCredentials;
import software.amazon.awssdk.auth.credentials.AwsCredentialsProvider;
import software.amazon.awssdk.auth.credentials.AwsSessionCredentials;
import software.amazon.awssdk.auth.credentials.DefaultCredentialsProvider;
import software.amazon.awssdk.auth.credentials.EnvironmentVariableCredentialsProvider;
import software.amazon.awssdk.auth.credentials.ProfileCredentialsProvider;
import software.amazon.awssdk.auth.credentials.StaticCredentialsProvider;
import software.amazon.awssdk.core.exception.SdkClientException;

/// Credentials in the form of the AWS SDK.
public record S3Access(Credentials credentials, AwsCredentialsProvider provider) {

    public static S3Access of(Credentials credentials) {
        return new S3Access(
                credentials,
                switch (credentials) {
                    case Credentials.Default() -> DefaultCredentialsProvider.builder().build();
                    case Credentials.Environment() ->
                            EnvironmentVariableCredentialsProvider.create();
                    case Credentials.Profile(String name) ->
                            ProfileCredentialsProvider.create(name);
                    case Credentials.Static(String id, String secret, String session) ->
                            StaticCredentialsProvider.create(pair(id, secret, session));
                    case Credentials.Anonymous() -> AnonymousCredentialsProvider.create();
                });
    }

    private static AwsCredentials pair(String id, String secret, @Nullable String session) {
        return session == null
                ? AwsBasicCredentials.create(id, secret)
                : AwsSessionCredentials.create(id, secret, session);
    }

    /// Throws if there are no credentials, with the places that were searched; the request itself
    /// would fail with an unclear error.
    public void require(FetchSubject subject) throws FetchException {
        try {
            var _ = provider.resolveCredentials();
        } catch (SdkClientException e) {
            throw subject.error(
                    Kind.DENIED,
                    "expected credentials in %s, found none; add them there or choose others"
                            .formatted(places()),
                    e);
        }
    }

    private String places() {
        return switch (credentials) {
            case Credentials.Default() ->
                    "the system properties aws.*, the variables AWS_ACCESS_KEY_ID and"
                            + " AWS_SECRET_ACCESS_KEY, a web identity token, the shared files of"
                            + " the AWS tools, the container's or the instance's role";
            case Credentials.Environment() ->
                    "the variables AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY";
            case Credentials.Profile(String name) ->
                    "the profile '%s' of the shared files of the AWS tools (~/.aws/credentials,"
                                    .formatted(name)
                            + " ~/.aws/config)";
            case Credentials.Static _ -> "the options of the source";
            case Credentials.Anonymous() -> "no place";
        };
    }

    public void close() {
        if (provider instanceof AutoCloseable closeable) {
            try {
                closeable.close();
            } catch (Exception e) {
                throw new IllegalStateException("cannot close credentials of the AWS SDK", e);
            }
        }
    }
}
