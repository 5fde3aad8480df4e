/// Sources on the web: documents at addresses, and the API of NVD.
///
/// Start at [Online][dev.pawl.feeds.web.Online], which makes providers of
/// [Addresses][dev.pawl.feeds.web.Addresses]. A `WebSupply` keeps documents in a directory and
/// fetches those that changed; `NvdApi` reads the API page by page; a
/// [Succession][dev.pawl.feeds.web.Succession] is one source after another.
///
/// How it moves: before each request the gate of the source is passed. A `Download` asks only for
/// what is not known, by the `Facts` that were kept beside a file, and goes on with a `Part` that a
/// broken connection left. `Troubles` says what an answer that nobody hoped for means.
///
/// Must stay true: a file is whole, or it is not there; a request that is refused leaves what was
/// known as it was; no key follows a redirection to another host, and nothing goes from https to
/// http.
@NullMarked
package dev.pawl.feeds.web;

import org.jspecify.annotations.NullMarked;
