/// The machines: process, download, unpack, activate, deactivate, delete and pin.
///
/// Start at [ProcessMachine], which runs [DownloadMachine], [UnpackMachine] and [ActivateMachine]
/// one after the other as children. [ImageContext] holds what all of them need: sources, files,
/// volumes and limits. [VolumeCreation] creates a volume exactly once; `SourceFailures` and
/// `VolumeFailures` decide whether an error is retried. [ProgressBoard] publishes progress.
///
/// What must stay true: states, retries, timeouts and recovery contracts are those of the
/// documents. A step changes a volume or a file first and commits the row that reports it after
/// that; only a row `planned` comes before its volume. A partial extraction is never resumed.
@NullMarked
package dev.pawl.images.machine;

import org.jspecify.annotations.NullMarked;
