/// The `pawl` command.
///
/// Start at [Main], which hands the arguments to [CommandLines]. Commands come from the packages
/// beside this one, each registered as a [dev.pawl.cli.shell.CommandGroup]: runs, limits, machines,
/// the store, and the systems `images` and `feeds`. A command is one small class that gets a
/// [dev.pawl.cli.shell.Shell]: it knows the [dev.pawl.cli.shell.StoreLocation], opens the
/// [dev.pawl.engine.control.Control] and prints. Commands reach a running engine through its
/// socket; without one, or with a database, they use the store. `check` and `sql` always read the
/// store: they see every commit and block nothing. People read [dev.pawl.cli.screen.Table]s,
/// programs read `--json` and [dev.pawl.cli.shell.ExitCode].
///
/// Must stay true: a command that lists something starts in well under a second, whatever the size
/// of the store. No output contains a password, and none a stack trace without `--debug`. Only
/// [CommandLines] knows which systems exist.
@NullMarked
package dev.pawl.cli;

import org.jspecify.annotations.NullMarked;
