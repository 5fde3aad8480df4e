/// Container images, from an object in a bucket to an activated snapshot.
///
/// Start at [Images]: it registers machines, queues and tables with an engine and returns the
/// starts of runs. [ImagesOptions] configures it; [SourceAddress] names a source.
///
/// How it moves: a request (`request`) starts a machine (`machine`). The download machine fetches
/// an object from a source, checks it with `archive`, and the unpack machine extracts it into a
/// volume (`volume`). Each step commits its rows (`table`) together with its transition. `gc` finds
/// and repairs what has become inconsistent.
///
/// What must stay true: packages depend on each other in one direction, `archive` and `volume` know
/// neither machines nor tables, and nothing here opens an engine.
@NullMarked
package dev.pawl.images;

import org.jspecify.annotations.NullMarked;
