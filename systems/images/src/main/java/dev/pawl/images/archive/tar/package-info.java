/// Reads a file as a stream of tar entries.
///
/// Start at [TarReader]. How it moves: [FileBytes] streams a range of a file, [Compression]
/// decompresses it within the limits, `BlockSource` cuts it into blocks, `HeaderBlock`,
/// `EntryHeaders` and `PaxRecords` decode headers, and `SparseMap` locates the data of sparse
/// files. The result is one [TarEntry] after another.
///
/// What must stay true: no byte is used before it was counted against a limit, and whatever two
/// programs could understand differently is refused.
@NullMarked
package dev.pawl.images.archive.tar;

import org.jspecify.annotations.NullMarked;
