/// Fetches objects and documents into files: resumable, validated and rate-limited.
///
/// Start at [ObjectSource] for objects by [Key] in a bucket, on a web server or in a directory, and
/// at [DocumentClient] for documents by URL. A [Fetch] says where to put the content and what to
/// observe on the way, and a [Fetched] is the result. Every failure is a [FetchException] with a
/// kind. An [ObjectTarget] takes the other direction, for small objects in a bucket.
///
/// How it moves: this package holds what callers use; `fetch.transfer` copies a content into a
/// file, and `fetch.http`, `fetch.s3` and `fetch.file` open it. A `ContentOpener` requests the
/// content: an `ObjectOpener` asks its `ObjectStorage` for a description first, a `DocumentOpener`
/// sends a single conditional request. A `Download` does the rest for both: it copies the
/// `ContentBody` into a `PartFile` and computes the digest in the same pass, checks it, and
/// publishes the file. A `TransferWatch` runs each attempt on its own thread and ends it when the
/// caller is interrupted or the other side is silent for too long.
///
/// Must stay true: a target is complete or not there; a failed fetch leaves the old target as it
/// was; bytes of two contents never get into one file, so a part is resumed only with a strong
/// validator and a response that states the same length and the right range; limits count real
/// bytes; a key is checked before any request is sent; no secret is in a text or follows a redirect
/// to another host; no redirect leads from https to http; this package knows nothing of engines,
/// archives, volumes and feeds, and of the engine module only JSON and `RetryAfterHeader`.
@NullMarked
package dev.pawl.fetch;

import org.jspecify.annotations.NullMarked;
