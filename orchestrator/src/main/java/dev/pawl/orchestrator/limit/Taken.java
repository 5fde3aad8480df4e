package dev.pawl.orchestrator.limit;

import java.time.Instant;

/// What a [TokenBucket] answers to a request; either way `bucket` is the one to keep.
public sealed interface Taken {
    /// Returns the bucket to go on with.
    TokenBucket bucket();

    /// The request may be made now, and is counted.
    record Now(TokenBucket bucket) implements Taken {}

    /// The request has to wait until then, and asks again.
    record Later(TokenBucket bucket, Instant until) implements Taken {}
}
