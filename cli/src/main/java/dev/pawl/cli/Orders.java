package dev.pawl.cli;

import dev.pawl.engine.Command;
import dev.pawl.engine.Operators.By;
import dev.pawl.engine.control.Control;
import dev.pawl.run.Run;
import dev.pawl.run.RunId;

/// Gives an order to one run and says what came of it.
final class Orders {
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
                        "cannot %s run %s: it has ended as %s; fork it to go on from a state"
                                .formatted(command.verb(), run, before.status()));
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
                                live
                                        ? ""
                                        : "; no engine is open, the next one goes on from there"));
        return ExitCode.OK;
    }
}
