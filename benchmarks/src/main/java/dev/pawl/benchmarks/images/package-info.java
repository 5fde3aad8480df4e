/// What the images system costs, beside shell commands that do the same work.
///
/// [ImageRows] lists the rows; [SampleImage] writes archives of any size, [ImageServer] serves them
/// through S3, [ImagesSystem] is the system in an engine, and [ShellCommands] is the yardstick.
@NullMarked
package dev.pawl.benchmarks.images;

import org.jspecify.annotations.NullMarked;
