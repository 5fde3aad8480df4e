package dev.pawl.cli.classes;

import dev.pawl.classes.resource.ClassRuntime;
import dev.pawl.classes.resource.FunctionStatus;
import dev.pawl.cli.classes.context.ClassesContext;
import dev.pawl.cli.classes.context.ClusterOption;
import dev.pawl.cli.classes.display.ClassCauses;
import dev.pawl.cli.screen.HumanText;
import dev.pawl.cli.shell.ListPrinter;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/// Lists classes.
@Command(
        name = "list",
        description = "Lists classes with their phase, and why they are in it.",
        footer = {"", "Examples:", "  pawl classes list", "  pawl classes list -n staging --json"})
final class ClassListCommand implements Callable<Integer> {
    private static final int MESSAGE_MAX = 80;

    private final ClassesContext context;

    @Option(
            names = {"-n", "--namespace"},
            paramLabel = "NAMESPACE",
            description = "Only classes of this namespace (default: all).")
    @Nullable String namespace;

    @Mixin ClusterOption cluster = new ClusterOption();

    ClassListCommand(ClassesContext context) {
        this.context = context;
    }

    @Override
    public Integer call() {
        List<ClassRuntime> all = context.ask(cluster, client -> client.list(namespace));
        return new ListPrinter<ClassRuntime>(
                        context.shell(),
                        "There are no classes; create some with `pawl classes apply -f FILE`.")
                .column("NAMESPACE", each -> each.key().namespace())
                .column("NAME", each -> each.key().name())
                .column("PHASE", each -> ClassCauses.phase(context.shell().paint, each))
                .column("READY", ClassListCommand::ready)
                .column("TEMPLATE", each -> HumanText.orDash(each.status().workload().template()))
                .column("WHY", each -> HumanText.cut(ClassCauses.status(each), MESSAGE_MAX))
                .print(all);
    }

    private static String ready(ClassRuntime runtime) {
        List<FunctionStatus> functions = runtime.status().functions();
        long ready = functions.stream().filter(each -> each.readiness().ready()).count();
        return "%d/%d".formatted(ready, runtime.spec().functions().size());
    }
}
