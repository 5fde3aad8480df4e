/// Sources on the web: documents at URLs, and the API of NVD.
///
/// Start at [WebProviders][dev.pawl.feeds.web.WebProviders], which makes providers for
/// [PublisherUrls][dev.pawl.feeds.web.PublisherUrls]. A `WebSupply` caches documents in a directory
/// and fetches those that changed; `NvdApi` reads the API page by page; a
/// [SourceSequence][dev.pawl.feeds.web.SourceSequence] reads one source after another.
///
/// How it moves: an `UpdateRound` goes through the URLs of a source and survives an interruption. A
/// `DocumentUpdate` fetches one document unless the server has what the `DocumentFacts` beside it
/// describe. The fetch module resumes, checks and publishes; a `WebClient` translates the gate and
/// the errors of a fetch for the orchestrator.
///
/// Must stay true: the gate of the source is passed before each request; facts never describe
/// another document than the one in the cache; a request that fails leaves the cached document as
/// it was.
@NullMarked
package dev.pawl.feeds.web;

import org.jspecify.annotations.NullMarked;
