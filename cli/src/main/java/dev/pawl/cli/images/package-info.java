/// `pawl images`: container images from the command line.
///
/// Start at [ImagesCommands], which registers all commands. Commands that change something start a
/// run through [RunStarter] in an [ImagesSession] and show its progress; the others read the tables
/// through [ImagesContext]. [ImagesExit] maps failures to exit codes.
@NullMarked
package dev.pawl.cli.images;

import org.jspecify.annotations.NullMarked;
