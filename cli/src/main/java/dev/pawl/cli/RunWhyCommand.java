package dev.pawl.cli;

import dev.pawl.cli.screen.Table;
import dev.pawl.cli.screen.Words;
import dev.pawl.cli.shell.ExitCode;
import dev.pawl.cli.shell.Shell;
import dev.pawl.engine.Why;
import dev.pawl.engine.control.Control;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/// Says why a run does not move.
@Command(name = "why", description = "Says why a run does not move, and when it will.")
final class RunWhyCommand implements Callable<Integer> {
    private final Shell shell;

    @Mixin RunArgument run = new RunArgument();

    RunWhyCommand(Shell shell) {
        this.shell = shell;
    }

    @Override
    public Integer call() {
        Why why;
        try (Control control = shell.open()) {
            why = control.why(run.in(control));
        }
        if (shell.json) return shell.json(why);
        shell.say(
                "%s is %s in '%s':"
                        .formatted(why.run(), shell.paint.status(why.status()), why.state()));
        for (Why.Cause cause : why.causes()) shell.say("  - " + Table.oneLine(cause.text()));
        if (why.movesAt() != null) {
            shell.say(
                    "It %s %s (%s)."
                            .formatted(
                                    why.isEstimate() ? "should move about" : "moves at",
                                    Words.time(why.movesAt()),
                                    Words.ago(why.movesAt(), shell.now())));
        }
        return ExitCode.OK;
    }
}
