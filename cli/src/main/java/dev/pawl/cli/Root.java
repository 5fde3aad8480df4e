package dev.pawl.cli;

import dev.pawl.cli.shell.ExitCode;
import dev.pawl.cli.shell.Shell;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/// `pawl` without a command: prints the help.
@Command(
        name = "pawl",
        version = "pawl 0.1.0-SNAPSHOT",
        synopsisSubcommandLabel = "COMMAND",
        description = {
            "Runs, inspects and operates durable state machines.",
            "",
            "A store is a directory (--home) or a database that several nodes share (--store). If"
                    + " an engine is open on the directory, commands talk to it; otherwise they"
                    + " read the store, and the next engine carries out what they record. In a"
                    + " database, the nodes do.",
            ""
        },
        footer = {
            "",
            "Run 'pawl help COMMAND' for the options and examples of a command.",
            "",
            "Examples:",
            "  pawl demo                         watch orders survive a crash, in seconds",
            "  pawl runs --live --machine pull   list the live runs of a machine",
            "  pawl run why 0G7Z3K9QW2XVB        explain why a run waits, and until when",
            "  pawl runs retry --status parked   preview a retry; add --yes to do it",
            "  pawl node --jar app.jar --store jdbc:postgresql://db/orders",
            "                                    execute the machines of a jar as a node",
            "  pawl nodes --store jdbc:postgresql://db/orders",
            "                                    list the nodes of a database",
            ""
        },
        exitCodeListHeading = "Exit codes:%n",
        exitCodeList = {
            "0:success",
            "1:a check or verification found problems",
            "2:invalid command line",
            "3:no such run, machine, queue, schedule or file",
            "4:refused in the current state",
            "5:store error: missing, in use, damaged or full",
            "6:the engine did not answer, or closed during the request",
            "70:internal error: a bug in pawl"
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
