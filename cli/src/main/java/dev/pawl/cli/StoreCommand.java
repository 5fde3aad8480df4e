package dev.pawl.cli;

import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/// The group of commands about whole stores.
@Command(
        name = "store",
        synopsisSubcommandLabel = "COMMAND",
        description = "Does something with a whole store.",
        footer = {
            "",
            "Examples:",
            "  pawl store move .pawl jdbc:postgresql://db/orders",
            "  pawl store move jdbc:postgresql://db/orders ./copy --from-schema pawl"
        })
final class StoreCommand implements Callable<Integer> {
    @Spec CommandSpec spec = CommandSpec.create();

    @Override
    public Integer call() {
        throw new ParameterException(
                spec.commandLine(), "one of %s is expected".formatted(spec.subcommands().keySet()));
    }
}
