package dev.pawl.images.source;

import java.nio.file.Path;
import java.util.Optional;

/// An object that is a file now; `resumedAt` bytes of it were there from an earlier fetch.
public record Fetched(
        Path file, long size, Sha256 sha256, Optional<Validator> validator, long resumedAt) {}
