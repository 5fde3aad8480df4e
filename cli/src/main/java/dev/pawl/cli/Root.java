package dev.pawl.cli;

import dev.pawl.cli.shell.ExitCode;
import dev.pawl.cli.shell.Shell;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/// The command without a subcommand: it tells what there is.
@Command(
        name = "pawl",
        version = "pawl 0.1.0-SNAPSHOT",
        synopsisSubcommandLabel = "COMMAND",
        description = {
            "Runs and inspects durable state machines.",
            "",
            "Where an engine is open in the home directory, commands talk to it; otherwise they"
                    + " read the store, and orders are recorded for the next engine. With --store"
                    + " they work on a database that nodes share, and the nodes obey.",
            ""
        },
        footer = {
            "",
            "'pawl help COMMAND' tells more about a command.",
            "",
            "Examples:",
            "  pawl demo                        see a crash survived, in half a minute",
            "  pawl runs --live --machine pull  what is going on",
            "  pawl run why 0G7Z3K9QW2XVB       why it does not move, and when it will",
            "  pawl runs retry --status parked  what would change; --yes does it",
            "  pawl nodes --store jdbc:postgresql://db/orders           who shares a database",
            "  pawl node --store jdbc:postgresql://db/orders --jar app.jar    be one of them",
            "  pawl store move .pawl jdbc:postgresql://db/orders        from a directory to it",
            ""
        },
        exitCodeListHeading = "Exit codes:%n",
        exitCodeList = {
            "0:done",
            "1:the answer is no: a check or a verification failed",
            "2:wrong usage",
            "3:no such run, machine, queue, schedule or file",
            "4:refused: it cannot do that now",
            "5:trouble with the store: none there, in use, damaged, full",
            "6:the engine does not answer: it hangs, or went away meanwhile",
            "70:a bug in pawl"
        })
final class Root implements Callable<Integer> {
    private final Shell shell;

    @Option(
            names = {"-V", "--version"},
            versionHelp = true,
            description = "Print the version.")
    boolean version;

    @Spec CommandSpec spec = CommandSpec.create();

    Root(Shell shell) {
        this.shell = shell;
    }

    @Override
    public Integer call() {
        CommandLine line = spec.commandLine();
        line.usage(shell.out);
        return ExitCode.OK;
    }
}
