package dev.pawl.diamonds.canonical;

/// Where a page comes from: the run that fetched it, its partition and its offset there.
public record PageOrigin(String feed, String run, String partition, long offset) {}
