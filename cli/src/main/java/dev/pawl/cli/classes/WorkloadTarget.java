package dev.pawl.cli.classes;

import dev.pawl.classes.cluster.ObjectRef;
import dev.pawl.classes.cluster.server.SimulationRequest;
import dev.pawl.classes.cluster.simulated.Breakage;
import dev.pawl.cli.classes.context.ClassArgument;
import dev.pawl.cli.classes.context.ClassesContext;
import dev.pawl.cli.classes.context.ClusterOption;
import dev.pawl.cli.classes.context.SimulatedHome;
import dev.pawl.cli.shell.CommandException;
import dev.pawl.controller.ObjectKey;
import java.io.IOException;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/// The workloads of a class that are broken or repaired, in the simulated cluster alone.
final class WorkloadTarget {
    @Mixin ClassArgument argument = new ClassArgument();

    @Option(
            names = "--workload",
            paramLabel = "NAME",
            description = "Only this workload (default: all of the class).")
    @Nullable String workload;

    /// Breaks the workloads, or repairs them if `breakage` is null; returns their names.
    List<String> send(ClassesContext context, @Nullable Breakage breakage) {
        SimulatedHome.Address server = context.simulated().require();
        ObjectKey key = argument.key();
        List<ObjectRef> workloads =
                context.ask(
                        ClusterOption.ofSimulated(),
                        client ->
                                client.get(key)
                                        .map(client::workloads)
                                        .orElseThrow(() -> ClassesContext.unknown(key, client)));
        List<ObjectRef> chosen =
                workloads.stream()
                        .filter(each -> workload == null || each.name().equals(workload))
                        .toList();
        if (chosen.isEmpty()) {
            throw CommandException.notFound(
                    "expected a workload %sof %s, found %s"
                            .formatted(
                                    workload == null ? "" : "'" + workload + "' ",
                                    key,
                                    workloads.isEmpty()
                                            ? "none"
                                            : workloads.stream().map(ObjectRef::name).toList()));
        }
        try {
            for (ObjectRef each : chosen) new SimulationRequest(each, breakage).send(server.url());
        } catch (IOException e) {
            throw CommandException.store("the simulated cluster fails: " + e.getMessage());
        }
        return chosen.stream().map(ObjectRef::toString).toList();
    }
}
