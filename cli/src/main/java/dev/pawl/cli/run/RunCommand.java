package dev.pawl.cli.run;

import dev.pawl.cli.shell.UsageErrors;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/// The group of commands about one run.
@Command(
        name = "run",
        synopsisSubcommandLabel = "COMMAND",
        description = {
            "Shows, explains and operates one run.",
            "ID is a run id, or a unique prefix of it."
        },
        footer = {
            "",
            "Examples:",
            "  pawl run show 0G7Z3K9QW2XVB",
            "  pawl run why 0G7Z3K9QW2XVB",
            "  pawl run goto 0G7Z3K9QW2XVB validate --reason 'checksum was fixed'",
            "  pawl run fork 0G7Z3K9QW2XVB --from download --input '{\"url\":\"…\"}'"
        })
final class RunCommand implements Callable<Integer> {
    @Spec CommandSpec spec = CommandSpec.create();

    @Override
    public Integer call() {
        throw UsageErrors.missingCommand(spec);
    }
}
