/// Loads feeds in partitions, page by page, consolidates them and advances their watermarks.
///
/// Start at [Pipeline][dev.pawl.pipeline.Pipeline], which registers the machines: a run (package
/// `run`), its partitions (`page`) and consolidators (`consolidation`), the mirror and the rewind
/// of a watermark (`watermark`), and `RetentionMachine`. A system implements
/// [Feed][dev.pawl.pipeline.feed.Feed]. `PipelineCauses` explains runs to the engine's `why`.
///
/// How it moves: a run fixes its window, plans partitions and starts them as children; each page is
/// one commit; when all have ended, `FanIn` decides; consolidators write batch after batch; the
/// commit that completes the run advances the watermark.
///
/// Must stay true: one active run per feed; counters equal rows; nothing depends on a particular
/// feed. Packages `context`, `page` and `consolidation` are internal.
@NullMarked
package dev.pawl.pipeline;

import org.jspecify.annotations.NullMarked;
