package dev.pawl.cli.classes;

import dev.pawl.classes.client.InstallManifests;
import dev.pawl.cli.classes.context.ClassesContext;
import dev.pawl.cli.classes.context.ProfileOption;
import dev.pawl.cli.shell.ExitCode;
import dev.pawl.cli.shell.Shell;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/// Prints what a cluster needs.
@Command(
        name = "install",
        description = {
            "Prints what a cluster needs to run the manager, as YAML or JSON: the definition of"
                    + " ClassRuntime, a namespace, an account with its rights, and a Deployment."
        },
        footer = {
            "",
            "Examples:",
            "  pawl classes install --image registry.example.com/pawl:1 | kubectl apply -f -"
        })
final class InstallCommand implements Callable<Integer> {
    private final Shell shell;

    @Option(
            names = "--image",
            paramLabel = "IMAGE",
            required = true,
            description = "Image whose entry point is the pawl command.")
    String image = "";

    @Option(
            names = {"-n", "--namespace"},
            paramLabel = "NAMESPACE",
            description = "Namespace of the manager and its lease (default: ${DEFAULT-VALUE}).")
    String namespace = "oaas-system";

    @Mixin ProfileOption profile = new ProfileOption();

    InstallCommand(ClassesContext context) {
        this.shell = context.shell();
    }

    @Override
    public Integer call() {
        InstallManifests manifests = new InstallManifests(image, namespace, profile.name());
        shell.out.print(shell.json ? manifests.json() + "\n" : manifests.yaml());
        return ExitCode.OK;
    }
}
