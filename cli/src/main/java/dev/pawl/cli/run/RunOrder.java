package dev.pawl.cli.run;

import dev.pawl.cli.shell.CommandException;
import dev.pawl.cli.shell.ExitCode;
import dev.pawl.cli.shell.Shell;
import dev.pawl.engine.Command;
import dev.pawl.engine.Operators.By;
import dev.pawl.engine.control.Control;
import dev.pawl.engine.control.ControlRequest.CommandRun;
import dev.pawl.engine.control.ControlRequest.GetLiveness;
import dev.pawl.engine.control.ControlRequest.GetRun;
import dev.pawl.run.Run;
import dev.pawl.run.RunId;

/// Gives an order to one run and prints the run afterwards.
final class RunOrder {
    static final String NO_ENGINE = "; no engine is open, the next one continues from there";

    private RunOrder() {}

    static int give(Shell shell, RunArgument argument, Command command, By by) {
        Run before;
        Run after;
        boolean live;
        try (Control control = shell.open()) {
            RunId run = argument.in(control);
            before = control.execute(new GetRun(run));
            if (before.status().isEnd()) {
                throw CommandException.refused(
                        ("run %s has ended as %s and accepts no commands; `pawl run fork %s --from"
                                        + " STATE` starts a copy from one of its states")
                                .formatted(run, before.status(), run));
            }
            after = control.execute(new CommandRun(run, command, by));
            live = control.execute(new GetLiveness()).live();
        }
        if (shell.json) return shell.json(RunJson.brief(after));
        boolean changed = before.version() != after.version();
        shell.say(
                "Run %s %s %s in '%s'%s."
                        .formatted(
                                after.id(),
                                changed ? "is now" : "did not change: it is",
                                shell.paint.status(after.status()),
                                after.state(),
                                live ? "" : NO_ENGINE));
        return ExitCode.OK;
    }
}
