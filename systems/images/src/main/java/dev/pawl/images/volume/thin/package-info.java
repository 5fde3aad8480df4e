/// Volumes that are thin devices of device-mapper, each with a file system of its own.
///
/// Start at [ThinPool]: it is made once on two devices or files, and opened again after each start
/// of the machine; [ThinPool#volumes] are the volumes in it.
///
/// How it moves: [ThinVolumes] decides by what it finds. `Mapper` speaks with device-mapper,
/// `Census` asks which numbers the pool has, `Mounting` formats and mounts, `Labels` keeps on the
/// disk what a number is called and whether it is complete. All of them work through `Toolbox`,
/// which turns answers of programs into exceptions, and [Commands] runs those.
///
/// What must stay true: a label is written before its number is taken, and says that a volume is
/// complete only after the volume's marker is on the disk. A number without the label of that name
/// is somebody else's, and nothing is done to it. An error path undoes nothing. A program that
/// cannot be ended leaves a note, and nothing more is done until a person has removed it.
@NullMarked
package dev.pawl.images.volume.thin;

import org.jspecify.annotations.NullMarked;
