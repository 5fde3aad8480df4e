/// Finds and repairs what is inconsistent between tables, volumes, files and runs.
///
/// Start at [Reconciler], which compares them and returns each [Inconsistency]; [RepairMachine]
/// repairs one. [ImageRetention] selects images that are no longer worth keeping.
///
/// What must stay true: finding changes nothing, and a repair checks again before it acts. What a
/// live run works on is left to that run.
@NullMarked
package dev.pawl.images.gc;

import org.jspecify.annotations.NullMarked;
