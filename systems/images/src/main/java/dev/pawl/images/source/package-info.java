/// Finds objects in a bucket, on a web server or in a directory, and fetches them into files.
///
/// Start at [Sources], which makes a [Source] of an address. A [Key] names an object, [Found] is
/// what the source says of it, a [Fetch] says where to put it and a [Fetched] what became of it.
/// All that can go wrong is a [SourceException] of a kind.
///
/// How it moves: each source is an `Origin`, which looks at an object and opens its `Body`. A
/// `Download` does the rest for all of them: it copies into a `PartFile` and computes the digest in
/// the same pass. A `Watch` lets it run on a thread of its own and ends it when the caller is
/// interrupted or the other side is silent, which the `Pulse` tells.
///
/// Must stay true: a target is whole or not there; bytes of two contents never come into one file,
/// so a part is continued only by a strong validator and an answer that says the same length and
/// the right range; limits count real bytes; a key is checked before anything is asked; no secret
/// is in a text; this package knows nothing of engines, archives and volumes.
@NullMarked
package dev.pawl.images.source;

import org.jspecify.annotations.NullMarked;
