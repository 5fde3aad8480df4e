package dev.pawl.cli.classes;

import dev.pawl.cli.classes.context.ClassesContext;
import dev.pawl.cli.shell.Shell;
import dev.pawl.cli.shell.UsageErrors;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/// The command group `pawl classes`.
@Command(
        name = "classes",
        synopsisSubcommandLabel = "COMMAND",
        description = {
            "Manages ClassRuntime resources of a Kubernetes cluster: renders their functions,"
                    + " applies them, reports one phase with its reason, and scales them.",
            "One manager controls a cluster; further ones wait. All commands work with a real"
                    + " cluster and with a simulated one."
        },
        footer = {
            "",
            "Examples:",
            "  pawl classes demo                         watch it all, no cluster needed",
            "  pawl classes simulate                     start a cluster to try it with",
            "  pawl classes run                          start the manager",
            "  pawl classes apply -f shop.yaml           create or change classes",
            "  pawl classes show shop                    see a class with its children",
            "  pawl classes why shop                     read in one line why it is degraded",
            "  pawl classes simulate break shop crashloop",
            "  pawl classes install --image IMAGE | kubectl apply -f -"
        })
public final class ClassesCommands implements Callable<Integer> {
    @Spec CommandSpec spec = CommandSpec.create();

    private ClassesCommands() {}

    /// Returns the group with its commands.
    public static CommandLine of(Shell shell) {
        ClassesContext context = new ClassesContext(shell);
        CommandLine classes = new CommandLine(new ClassesCommands());
        classes.addSubcommand("run", new ClassesRunCommand(context));
        classes.addSubcommand("demo", new ClassesDemoCommand(context));
        CommandLine simulate = new CommandLine(new ClassesSimulateCommand(context));
        simulate.addSubcommand("break", new BreakCommand(context));
        simulate.addSubcommand("heal", new HealCommand(context));
        classes.addSubcommand("simulate", simulate);
        classes.addSubcommand("apply", new ApplyCommand(context));
        classes.addSubcommand("list", new ClassListCommand(context));
        classes.addSubcommand("show", new ClassShowCommand(context));
        classes.addSubcommand("why", new ClassWhyCommand(context));
        classes.addSubcommand("explain", new ExplainCommand(context));
        classes.addSubcommand("decisions", new DecisionsCommand(context));
        classes.addSubcommand("replay", new ReplayCommand(context));
        classes.addSubcommand("hold", new HoldCommand(context));
        classes.addSubcommand("release", new ReleaseCommand(context));
        classes.addSubcommand("delete", new ClassDeleteCommand(context));
        classes.addSubcommand("crd", new CrdCommand(context));
        classes.addSubcommand("install", new InstallCommand(context));
        return classes;
    }

    @Override
    public Integer call() {
        throw UsageErrors.missingCommand(spec);
    }
}
