package dev.pawl.cli.classes;

import dev.pawl.classes.client.ManifestFile;
import dev.pawl.classes.cluster.ResourceManifest;
import dev.pawl.classes.resource.ClassRuntime;
import dev.pawl.cli.classes.context.ClassesContext;
import dev.pawl.cli.classes.context.ClusterOption;
import dev.pawl.cli.shell.CommandException;
import dev.pawl.cli.shell.ExitCode;
import dev.pawl.cli.shell.Shell;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/// Creates and changes classes.
@Command(
        name = "apply",
        description = {
            "Creates or changes the classes of a YAML or JSON file.",
            "All of them are checked before the first is sent. Fields that another field manager"
                    + " owns are refused with its name; --force takes them over."
        },
        footer = {
            "",
            "Examples:",
            "  pawl classes apply -f shop.yaml",
            "  pawl classes apply -f - -n staging < shop.yaml"
        })
final class ApplyCommand implements Callable<Integer> {
    private static final String STANDARD_INPUT = "-";

    private final ClassesContext context;
    private final Shell shell;

    @Option(
            names = {"-f", "--file"},
            paramLabel = "FILE",
            required = true,
            description = "File with classes; - for standard input.")
    Path file = Path.of(STANDARD_INPUT);

    @Option(
            names = {"-n", "--namespace"},
            paramLabel = "NAMESPACE",
            description = "Namespace of classes that name none (default: ${DEFAULT-VALUE}).")
    String namespace = "default";

    @Option(names = "--force", description = "Take over fields that other managers own.")
    boolean force;

    @Mixin ClusterOption cluster = new ClusterOption();

    ApplyCommand(ClassesContext context) {
        this.context = context;
        this.shell = context.shell();
    }

    @Override
    public Integer call() {
        List<ResourceManifest> manifests = manifests();
        List<Applied> applied =
                context.ask(
                        cluster,
                        client -> {
                            List<Applied> all = new ArrayList<>();
                            for (ResourceManifest each : manifests) {
                                all.add(Applied.of(client.apply(each, force)));
                            }
                            return all;
                        });
        if (shell.json) return shell.json(applied);
        for (Applied each : applied) {
            shell.say(
                    "Applied %s/%s, generation %d; see `pawl classes show %s`."
                            .formatted(
                                    each.namespace(), each.name(), each.generation(), each.name()));
        }
        return ExitCode.OK;
    }

    private List<ResourceManifest> manifests() {
        try {
            return new ManifestFile(file.toString(), namespace).read(text());
        } catch (IllegalArgumentException e) {
            throw CommandException.usage(String.valueOf(e.getMessage()));
        }
    }

    private String text() {
        try {
            return file.toString().equals(STANDARD_INPUT)
                    ? new String(System.in.readAllBytes(), StandardCharsets.UTF_8)
                    : Files.readString(file);
        } catch (IOException e) {
            if (Files.isRegularFile(file)) {
                throw CommandException.usage(
                        "expected a text file, found %s in %s".formatted(e, file));
            }
            throw CommandException.notFound("no file " + file);
        }
    }

    /// What was applied.
    record Applied(String namespace, String name, long generation) {
        static Applied of(ClassRuntime runtime) {
            return new Applied(
                    runtime.key().namespace(), runtime.key().name(), runtime.generation());
        }
    }
}
