package dev.pawl.fetch;

import java.time.Instant;
import java.util.Optional;

/// A document that was fetched, with what the server states about it.
///
/// @param etag the tag of the content, for a later conditional request
/// @param lastModified when it was modified, as the server writes it
/// @param serverTime when the server answered, by its own clock
public record FetchedDocument(
        Fetched file,
        Optional<String> etag,
        Optional<String> lastModified,
        Optional<Instant> serverTime) {}
