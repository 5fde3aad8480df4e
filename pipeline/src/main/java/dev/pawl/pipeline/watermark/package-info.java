/// Up to when each feed is loaded.
///
/// Start at [WatermarkLedger][dev.pawl.pipeline.watermark.WatermarkLedger], which changes a
/// watermark, and [Watermark][dev.pawl.pipeline.watermark.Watermark], which reads it.
/// `MirrorMachine` copies it to a `WatermarkMirror`, and `RewindMachine` moves it back.
///
/// Must stay true: the row is the truth and the mirror a copy; a watermark changes only from the
/// version that was read; a run advances it in the commit that completes the run, and never
/// backwards.
@NullMarked
package dev.pawl.pipeline.watermark;

import org.jspecify.annotations.NullMarked;
