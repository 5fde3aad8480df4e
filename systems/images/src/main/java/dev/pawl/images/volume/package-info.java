/// Volumes that hold unpacked images, and snapshots of them.
///
/// Start at [Volumes], the port. [DirectoryVolumes] works everywhere; `thin` has the one for thin
/// devices. A [Device] is a number and a name that are recorded before the volume is created. A
/// volume is complete when its [Marker] can be read, and code that works in a volume checks the
/// marker first. [SpaceLimits] decides whether there is space for another volume.
///
/// What must stay true: nothing that exists is overwritten, a volume appears complete or not at
/// all, and a volume is deleted only by its name or number.
@NullMarked
package dev.pawl.images.volume;

import org.jspecify.annotations.NullMarked;
