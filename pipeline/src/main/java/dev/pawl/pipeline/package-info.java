/// Loads a feed in partitions, page by page, consolidates it and advances its watermark.
@NullMarked
package dev.pawl.pipeline;

import org.jspecify.annotations.NullMarked;
