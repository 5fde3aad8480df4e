package dev.pawl.cli.run;

import dev.pawl.cli.screen.HumanText;
import dev.pawl.cli.screen.Table;
import dev.pawl.cli.shell.ExitCode;
import dev.pawl.cli.shell.Shell;
import dev.pawl.engine.Why;
import dev.pawl.engine.control.Control;
import dev.pawl.engine.control.ControlRequest.GetWhy;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/// Explains why a run waits.
@Command(name = "why", description = "Explains why a run waits, and until when.")
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
            why = control.execute(new GetWhy(run.in(control)));
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
                                    why.isEstimate() ? "should continue about" : "continues at",
                                    HumanText.time(why.movesAt()),
                                    HumanText.ago(why.movesAt(), shell.now())));
        }
        return ExitCode.OK;
    }
}
