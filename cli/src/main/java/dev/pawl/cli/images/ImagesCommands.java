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
        images.addSubcommand("process", new ProcessCommand(shell));
        images.addSubcommand("list", new ListCommand(shell));
        images.addSubcommand("show", new ShowCommand(shell));
        images.addSubcommand("snapshots", new SnapshotsCommand(shell));
        images.addSubcommand("activate", new ActivateCommand(shell));
        images.addSubcommand("deactivate", new DeactivateCommand(shell));
        images.addSubcommand("delete", new DeleteCommand(shell));
        images.addSubcommand("pin", new PinCommand(shell, true));
        images.addSubcommand("unpin", new PinCommand(shell, false));
        images.addSubcommand("gc", new GcCommand(shell));
        images.addSubcommand("watch", new WatchCommand(shell));
        images.addSubcommand("security", new SecurityCommand(shell));
        images.addSubcommand("selftest", new SelfTestCommand(shell));
        return images;
    }

    @Override
    public Integer call() {
        throw new ParameterException(
                spec.commandLine(), "one of %s is expected".formatted(spec.subcommands().keySet()));
    }
}
