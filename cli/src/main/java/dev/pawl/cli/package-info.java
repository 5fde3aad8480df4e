/// The `pawl` command.
///
/// Start at [Main], which hands the arguments to [Commands]: one small class per command, each
/// given a [dev.pawl.cli.shell.Shell] that knows the [dev.pawl.cli.shell.Place] of the store, opens
/// the [dev.pawl.engine.control.Control] and prints. With a running engine commands go through its
/// socket; without one, or with a database, through the store. `check` and `sql` read the store
/// beside the engine too: they see every commit and hold up nobody. People read
/// [dev.pawl.cli.screen.Table]s, programs read `--json`; [dev.pawl.cli.shell.ExitCode] is the third
/// answer.
///
/// Must stay true: a command that lists something starts in well under a second, whatever the size
/// of the store; nobody sees a stack trace who has not asked for one, and nobody a password.
@NullMarked
package dev.pawl.cli;

import org.jspecify.annotations.NullMarked;
