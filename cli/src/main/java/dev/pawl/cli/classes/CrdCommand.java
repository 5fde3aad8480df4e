package dev.pawl.cli.classes;

import dev.pawl.classes.resource.format.ClassRuntimeCrd;
import dev.pawl.cli.classes.context.ClassesContext;
import dev.pawl.cli.shell.ExitCode;
import dev.pawl.cli.shell.Shell;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;

/// Prints the definition of the resource.
@Command(
        name = "crd",
        description = "Prints the CustomResourceDefinition of ClassRuntime, as YAML or JSON.",
        footer = {"", "Examples:", "  pawl classes crd | kubectl apply -f -"})
final class CrdCommand implements Callable<Integer> {
    private final Shell shell;

    CrdCommand(ClassesContext context) {
        this.shell = context.shell();
    }

    @Override
    public Integer call() {
        shell.out.print(shell.json ? ClassRuntimeCrd.json() + "\n" : ClassRuntimeCrd.yaml());
        return ExitCode.OK;
    }
}
