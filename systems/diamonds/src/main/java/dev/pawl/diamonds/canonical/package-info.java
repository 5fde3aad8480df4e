/// From stored payloads to the canonical table: pages in, stones and changes out.
///
/// Start with `RawStones`, which writes a page, then `PageClaims` and `Consolidation`: a
/// consolidator claims pages, prepares their stones outside any transaction (`StoneBatch`), and
/// writes them in one. `MissingStones` finds what a complete run no longer saw, `RunCounts` proves
/// that nothing was lost, `StoneQueries` reads.
///
/// What must stay true: a stone is written from the newest payload or not at all. A payload has a
/// revision; a batch writes a stone only if the payload that it read is still the newest and the
/// stone is still as it was read, and otherwise fails as `LostRace` and is repeated. A stone that
/// did not change is not written. A claim is named after the run that holds it, so a consolidator
/// that crashed finds its own pages again, and no claim expires under one that is slow.
@NullMarked
package dev.pawl.diamonds.canonical;

import org.jspecify.annotations.NullMarked;
