package dev.pawl.fetch.s3;

import dev.pawl.fetch.FetchException;
import dev.pawl.fetch.FetchException.Kind;
import dev.pawl.fetch.transfer.ContentBody;
import java.io.IOException;
import software.amazon.awssdk.core.ResponseInputStream;
import software.amazon.awssdk.core.exception.SdkException;
import software.amazon.awssdk.services.s3.model.GetObjectResponse;

/// The content of an S3 object.
final class S3Body implements ContentBody {
    private final S3Errors errors;
    private final Announced announced;
    private final ResponseInputStream<GetObjectResponse> stream;

    private long left;

    S3Body(S3Errors errors, Announced announced, ResponseInputStream<GetObjectResponse> stream) {
        this.errors = errors;
        this.announced = announced;
        this.stream = stream;
        left = announced.total().orElse(0) - announced.from();
    }

    @Override
    public Announced announced() {
        return announced;
    }

    @Override
    public int read(byte[] buffer) throws FetchException {
        try {
            int read = stream.read(buffer);
            left -= Math.max(0, read);
            return read;
        } catch (SdkException e) {
            FetchException error = errors.of(e);
            // The checksum of a truncated body is wrong too.
            throw error.kind() == Kind.MISMATCH && left > 0 ? errors.ofNetwork(e) : error;
        } catch (IOException e) {
            throw errors.ofNetwork(e);
        }
    }

    /// Closing the stream would read the rest.
    @Override
    public void close() {
        stream.abort();
    }
}
