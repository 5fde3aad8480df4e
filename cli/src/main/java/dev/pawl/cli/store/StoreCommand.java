package dev.pawl.cli.store;

import dev.pawl.cli.shell.UsageErrors;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/// The group of commands about whole stores.
@Command(
        name = "store",
        synopsisSubcommandLabel = "COMMAND",
        description = "Moves a store to another place.",
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
        throw UsageErrors.missingCommand(spec);
    }
}
