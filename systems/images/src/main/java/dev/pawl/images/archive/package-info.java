/// Checks and extracts archives that are not trusted.
///
/// Start at [Archive]: it surveys a file or extracts it beneath a directory, on terms that name a
/// policy and limits (`rule`). A broken rule is an
/// [dev.pawl.images.archive.rule.ArchiveRejectedException]; an error of the host is an
/// [java.io.IOException]. [Manifest] compares an extracted tree with what was extracted, and
/// [RootLayout] checks its shape.
///
/// How it moves: `ArchiveReader` opens the file and reads it as tar entries (`tar`). By the first
/// entry it distinguishes a plain tree from a saved image (`image`), whose layers it finds first.
/// `TreeBuilder` applies the entries to a `FileTree` in memory and to a `NodeSink`: the `DiskSink`
/// for an extraction, nothing for a survey.
///
/// What must stay true: the `FileTree` alone decides where an entry lies, and the file system is
/// never asked; every node is created new and never opened through an existing name; a survey and
/// an extraction run the same code. Nothing here knows the engine, sources or volumes.
@NullMarked
package dev.pawl.images.archive;

import org.jspecify.annotations.NullMarked;
