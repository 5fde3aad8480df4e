package dev.pawl.cli.images;

import dev.pawl.cli.shell.Shell;
import dev.pawl.cli.shell.UsageErrors;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/// The command group `pawl images`.
@Command(
        name = "images",
        synopsisSubcommandLabel = "COMMAND",
        description = {
            "Turns container images into ready-to-use root filesystems.",
            "Downloads an image from a bucket, a web server or a directory, checks it, unpacks it"
                    + " into a volume and activates a snapshot. An interrupted command resumes"
                    + " where it stopped; finished work is never repeated."
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

    /// Returns the group with all of its commands.
    public static CommandLine of(Shell shell) {
        CommandLine images = new CommandLine(new ImagesCommands());
        ImagesContext context = new ImagesContext(shell);
        images.addMixin("context", context);
        images.addSubcommand("process", new ProcessCommand(context));
        images.addSubcommand("list", new ListCommand(context));
        images.addSubcommand("show", new ImageShowCommand(context));
        images.addSubcommand("snapshots", new SnapshotsCommand(context));
        images.addSubcommand("activate", new ActivateCommand(context));
        images.addSubcommand("deactivate", new DeactivateCommand(context));
        images.addSubcommand("delete", new DeleteCommand(context));
        images.addSubcommand("pin", new PinCommand(context, true));
        images.addSubcommand("unpin", new PinCommand(context, false));
        images.addSubcommand("gc", new GcCommand(context));
        CommandLine pool = new CommandLine(new PoolCommand(context));
        pool.addSubcommand("create", new PoolCreateCommand(context));
        pool.addSubcommand("clear", new PoolClearCommand(context));
        images.addSubcommand("pool", pool);
        images.addSubcommand("watch", new WatchCommand(context));
        images.addSubcommand("security", new SecurityCommand(context));
        images.addSubcommand("selftest", new SelfTestCommand(shell));
        return images;
    }

    @Override
    public Integer call() {
        throw UsageErrors.missingCommand(spec);
    }
}
