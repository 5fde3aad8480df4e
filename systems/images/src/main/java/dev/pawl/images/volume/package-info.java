/// Where unpacked images live: volumes, and snapshots of them, by name.
///
/// [Volumes] is the port, [DirectoryVolumes] the one that works everywhere; thin devices are in
/// `dev.pawl.images.volume.thin`. A [Device] is a name and a number that somebody has written down
/// before anything is made; a volume is complete when its [Marker] can be read from it, and whoever
/// works in one proves that first.
///
/// What must stay true: nothing that exists is overwritten, a name appears with all it stands for
/// or not at all, and what is deleted was asked for by name.
@NullMarked
package dev.pawl.images.volume;

import org.jspecify.annotations.NullMarked;
