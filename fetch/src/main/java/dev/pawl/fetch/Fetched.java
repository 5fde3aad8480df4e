package dev.pawl.fetch;

import java.nio.file.Path;
import java.util.Optional;

/// A completed fetch; `resumedAt` bytes of the file come from an earlier, interrupted one.
public record Fetched(
        Path file, long size, Sha256 sha256, Optional<Validator> validator, long resumedAt) {}
