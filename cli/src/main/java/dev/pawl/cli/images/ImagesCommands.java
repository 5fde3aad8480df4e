package dev.pawl.cli.images;

import dev.pawl.cli.shell.Shell;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/// The group of commands about container images.
@Command(
        name = "images",
        synopsisSubcommandLabel = "COMMAND",
        description = {
            "Brings container images from a bucket, a web server or a directory to activated root"
                    + " filesystems.",
            "Each image is downloaded, checked, unpacked into a volume and activated as a snapshot;"
                    + " whatever was done is not done again."
        },
        footer = {
            "",
            "Examples:",
            "  pawl images process --source s3://images --key alpine.tar --policy standard",
            "  pawl images process --source ./downloads --key rootfs.tar.gz",
            "  pawl images list",
            "  pawl images security",
            "  pawl images selftest"
        })
public final class ImagesCommands implements Callable<Integer> {
    @Spec CommandSpec spec = CommandSpec.create();

    private ImagesCommands() {}

    /// Returns the group with its commands.
    public static CommandLine of(Shell shell) {
        CommandLine images = new CommandLine(new ImagesCommands());
        Shelf shelf = new Shelf(shell);
        images.addMixin("shelf", shelf);
        images.addSubcommand("process", new ProcessCommand(shelf));
        images.addSubcommand("list", new ListCommand(shelf));
        images.addSubcommand("show", new ShowCommand(shelf));
        images.addSubcommand("snapshots", new SnapshotsCommand(shelf));
        images.addSubcommand("activate", new ActivateCommand(shelf));
        images.addSubcommand("deactivate", new DeactivateCommand(shelf));
        images.addSubcommand("delete", new DeleteCommand(shelf));
        images.addSubcommand("pin", new PinCommand(shelf, true));
        images.addSubcommand("unpin", new PinCommand(shelf, false));
        images.addSubcommand("gc", new GcCommand(shelf));
        CommandLine pool = new CommandLine(new PoolCommand(shelf));
        pool.addSubcommand("create", new PoolCreateCommand(shelf));
        pool.addSubcommand("clear", new PoolClearCommand(shelf));
        images.addSubcommand("pool", pool);
        images.addSubcommand("watch", new WatchCommand(shelf));
        images.addSubcommand("security", new SecurityCommand(shelf));
        images.addSubcommand("selftest", new SelfTestCommand(shell));
        return images;
    }

    @Override
    public Integer call() {
        throw new ParameterException(
                spec.commandLine(), "one of %s is expected".formatted(spec.subcommands().keySet()));
    }
}
