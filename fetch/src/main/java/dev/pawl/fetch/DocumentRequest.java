package dev.pawl.fetch;

import java.io.IOException;
import java.net.URI;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// A request for the document at a URL.
///
/// @param etag the tag of the content that the caller has
/// @param lastModified the time of the content that the caller has, as its server wrote it
/// @param secretHeaders headers that are sent to the host of the URL and to no host behind a
///   redirect
/// @param throttling statuses that mean throttling at this server, besides 429 and 503
/// @param check accepts or rejects the content before it replaces the target
public record DocumentRequest(
        URI url,
        Optional<String> etag,
        Optional<String> lastModified,
        Map<String, String> secretHeaders,
        Set<Integer> throttling,
        Check check) {

    public DocumentRequest {
        secretHeaders = Map.copyOf(secretHeaders);
        throttling = Set.copyOf(throttling);
    }

    /// Returns a request for the document, whatever the caller has.
    public static DocumentRequest of(URI url) {
        return new DocumentRequest(
                url,
                Optional.empty(),
                Optional.empty(),
                Map.of(),
                Set.of(),
                (_, _) -> Optional.empty());
    }

    /// Returns the same request, for the document only if it differs from the one that the caller
    /// has.
    public DocumentRequest unlessSame(Optional<String> tag, Optional<String> modified) {
        return new DocumentRequest(url, tag, modified, secretHeaders, throttling, check);
    }

    /// Returns the same request with secret headers.
    public DocumentRequest secret(Map<String, String> headers) {
        return new DocumentRequest(url, etag, lastModified, headers, throttling, check);
    }

    /// Returns the same request, to a server that also throttles with these statuses.
    public DocumentRequest throttledBy(Set<Integer> statuses) {
        return new DocumentRequest(url, etag, lastModified, secretHeaders, statuses, check);
    }

    /// Returns the same request with a check of the content.
    public DocumentRequest check(Check other) {
        return new DocumentRequest(url, etag, lastModified, secretHeaders, throttling, other);
    }

    public boolean isConditional() {
        return etag.isPresent() || lastModified.isPresent();
    }

    /// Leaves out the secret headers.
    @Override
    public String toString() {
        return "DocumentRequest[%s]".formatted(url);
    }

    /// Decides whether a complete content may replace the target. It is the last call before that,
    /// on the thread of the transfer, so that it can also remove what describes the old content.
    @FunctionalInterface
    public interface Check {

        /// Returns what is wrong (expected, found, what to do), or empty to accept the content.
        ///
        /// @param head its first bytes
        /// @param contentType the header of the response
        Optional<String> problem(byte[] head, Optional<String> contentType) throws IOException;
    }
}
