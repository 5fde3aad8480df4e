/// `pawl images`: container images from the command line.
///
/// [ImagesCommands] has them all. [ProcessCommand] opens an engine in this process and shows how
/// far it is; the others read the store. [ImagesExit] says what the exit codes mean here.
@NullMarked
package dev.pawl.cli.images;

import org.jspecify.annotations.NullMarked;
