/// What the images system costs, beside the commands that do the same by hand.
///
/// [ImageRows] has the rows; [SampleImage] writes archives of any size, [Shelf] is an S3 server
/// with them, and [Site] the system with an engine of its own.
@NullMarked
package dev.pawl.benchmarks.images;

import org.jspecify.annotations.NullMarked;
