package dev.pawl.classes;

/// A rollback that was asked for: the generation that the class had, the one whose spec it has
/// again, and the generation that this has started.
public record RolledBack(long from, long to, long generation) {}
