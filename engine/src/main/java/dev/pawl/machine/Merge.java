package dev.pawl.machine;

/// How a step's response is combined with the response so far.
public enum Merge {
    /// The new response replaces it.
    REPLACE,
    /// The new response's fields that are not null replace those fields; the others stay.
    PATCH
}
