package dev.pawl.machine;

/// What a step's response does to the response so far.
public enum Merge {
    /// It takes its place, whole.
    REPLACE,
    /// Its fields that are not null take the place of those before; the others stay.
    PATCH
}
