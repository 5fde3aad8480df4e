package dev.pawl.orchestrator.limit;

/// The kinds of failures of a source; the kind decides what follows.
public enum FailureKind {
    /// The source asks for fewer requests: back off as long as it says.
    THROTTLED,
    /// A retry may succeed.
    TRANSIENT,
    /// The source denies access: a user must check the credentials.
    AUTH,
    /// The requested resource does not exist.
    NOT_FOUND,
    /// The request or the data does not have the expected form.
    SCHEMA,
    /// One item cannot be used, however often it is tried.
    POISON
}
