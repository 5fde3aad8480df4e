/// Volumes that are thin devices of device-mapper, each with its own file system.
///
/// Start at [ThinPool]: it is created once on two devices or files, and opened again after each
/// start of the host; [ThinPool#volumes] are the volumes in it.
///
/// How it moves: [ThinVolumes] acts on what it finds. `DeviceMapper` sends commands to
/// device-mapper, `PoolDevices` lists the numbers of the pool, `VolumeMounts` formats and mounts,
/// and `Labels` stores the name and completeness of each number. All of them use `DeviceTools`,
/// which turns results of programs into exceptions; [DeviceCommands] runs the programs.
///
/// What must stay true: a label is written before its number is created, and marks a volume as
/// complete only after the marker of the volume is on disk. A number without a matching label
/// belongs to another program and is never touched. An error path undoes nothing. A program that
/// cannot be killed leaves a file, and nothing more is done until an operator clears it.
@NullMarked
package dev.pawl.images.volume.thin;

import org.jspecify.annotations.NullMarked;
