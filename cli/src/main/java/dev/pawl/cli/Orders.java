package dev.pawl.cli;

import dev.pawl.cli.shell.ExitCode;
import dev.pawl.cli.shell.Shell;
import dev.pawl.cli.shell.Trouble;
import dev.pawl.engine.Command;
import dev.pawl.engine.Operators.By;
import dev.pawl.engine.control.Control;
import dev.pawl.run.Run;
import dev.pawl.run.RunId;

/// Gives an order to one run and says what came of it.
final class Orders {
    static final String NO_ENGINE = "; no engine is open, the next one goes on from there";

    private Orders() {}

    static int give(Shell shell, RunArgument argument, Command command, By by) {
        Run before;
        Run after;
        boolean live;
        try (Control control = shell.open()) {
            RunId run = argument.in(control);
            before = control.run(run);
            if (before.status().isEnd()) {
                throw Trouble.refused(
                        ("run %s has ended as %s and takes no orders; `pawl run fork %s --from"
                                        + " STATE` goes on from one of its states")
                                .formatted(run, before.status(), run));
            }
            after = control.order(run, command, by);
            live = control.liveness().live();
        }
        if (shell.json) return shell.json(RunJson.brief(after));
        String what =
                before.version() == after.version()
                        ? "nothing to change, it is"
                        : "%s: it is".formatted(command.verb());
        shell.say(
                "%s %s %s in '%s'%s."
                        .formatted(
                                after.id(),
                                what,
                                shell.paint.status(after.status()),
                                after.state(),
                                live ? "" : NO_ENGINE));
        return ExitCode.OK;
    }
}
