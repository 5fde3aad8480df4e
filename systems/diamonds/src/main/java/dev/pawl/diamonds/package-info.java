/// The diamonds system: a supplier's inventory, priced and canonical.
///
/// Start at [Diamonds][dev.pawl.diamonds.Diamonds], which registers the pipeline with one feed per
/// supplier. How a stone moves: package `heatmap` partitions the stock, `supplier` reads pages,
/// `canonical` stores payloads and turns them into stones with `mapping`, `pricing` and `rating`;
/// `feed` connects these to the pipeline. `simulator` is a supplier of our own.
///
/// Must stay true: a stone is in the canonical table once; the watermark moves only if everything
/// arrived.
@NullMarked
package dev.pawl.diamonds;

import org.jspecify.annotations.NullMarked;
