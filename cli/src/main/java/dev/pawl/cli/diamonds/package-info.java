/// The commands of `pawl diamonds` that load stock and control runs.
///
/// Start at [DiamondsCommands], which registers all commands, also those of
/// [stones][dev.pawl.cli.diamonds.stones]. [DiamondsRunCommand] opens an engine in this process or
/// connects to the one that is open: [LoadRun] starts or resumes a run and follows it, and
/// [display][dev.pawl.cli.diamonds.display] shows it. The others read the store through
/// [DiamondsContext][dev.pawl.cli.diamonds.context.DiamondsContext].
@NullMarked
package dev.pawl.cli.diamonds;

import org.jspecify.annotations.NullMarked;
