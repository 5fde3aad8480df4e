/// Hostile archives, read and unpacked safely.
///
/// Start at [Archive]: it surveys a file or extracts it beneath a directory, on [Terms] that name a
/// [Policy] and [ArchiveLimits]. What is wrong with an archive is a [Rejected] that names a [Rule];
/// trouble of the machine is an [java.io.IOException]. [Manifest] compares a tree with what was
/// extracted, and [RootLayout] looks at its shape.
///
/// How it moves: `Reading` opens the file, `Compression` and `Expansion` decompress it within
/// bounds, `TarReader` makes entries of it and `Unpacking` applies them to a `Tree` in memory and
/// to a `Sink`, which is the `Disk` or nowhere. `Recognition` tells trees from saved images; these
/// have `Members`, `Documents` that name the layers (`DockerImage`, `OciImage`), and whiteouts.
///
/// Must stay true: where an entry lies is decided in the `Tree` alone, and the file system is never
/// asked; every node is made anew; no byte is trusted before it was counted against a limit; a
/// survey and an extraction run the same code; names from archives are shown only `Escaped`.
/// Nothing here knows the engine, S3 or volumes.
@NullMarked
package dev.pawl.images.archive;

import org.jspecify.annotations.NullMarked;
