/// What every command is given: where the store is, where to print, how to say what went wrong.
///
/// [Shell] has the options that all commands share; [Place] opens the store, whichever it is;
/// [Trouble] is for the person who asked, [ExitCode] for the program.
@NullMarked
package dev.pawl.cli.shell;

import org.jspecify.annotations.NullMarked;
