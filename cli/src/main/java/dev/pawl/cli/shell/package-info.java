/// What every command uses: the shared options, the store, output and errors.
///
/// [Shell] has the options that all commands share; [StoreLocation] opens the store in a directory
/// or a database; [EngineSession] starts runs; [Shutdown] stops commands that run until a signal.
/// [CommandException] is the error for the user and [ExitCode] the one for the calling program.
/// [CommandGroup] is how a package registers its commands, and [ListPrinter] how they list things.
///
/// Must stay true: nothing here knows a system that is built on the engine.
@NullMarked
package dev.pawl.cli.shell;

import org.jspecify.annotations.NullMarked;
