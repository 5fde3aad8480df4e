package dev.pawl.cli.classes;

import dev.pawl.classes.cluster.ResourceKind;
import dev.pawl.classes.cluster.ResourceManifest;
import dev.pawl.classes.cluster.server.ClusterServer;
import dev.pawl.classes.cluster.simulated.SimulatedCluster;
import dev.pawl.classes.resource.format.ClassRuntimeCrd;
import dev.pawl.cli.classes.context.ClassesContext;
import dev.pawl.cli.classes.context.SimulatedHome;
import dev.pawl.cli.shell.CommandException;
import dev.pawl.cli.shell.ExitCode;
import dev.pawl.cli.shell.Shell;
import dev.pawl.engine.Host;
import dev.pawl.engine.RealHost;
import dev.pawl.engine.control.Json;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/// Runs a simulated cluster.
@Command(
        name = "simulate",
        synopsisSubcommandLabel = "[COMMAND]",
        description = {
            "Runs a Kubernetes cluster in memory on this machine: an API server on loopback, the"
                    + " controllers of workloads, and pods that only pretend to work. Ctrl-C ends"
                    + " it, and everything in it is lost.",
            "The commands of the same home directory use it; managers may come, die and come back"
                    + " meanwhile. Its kubeconfig file is simulated-kubeconfig.yaml in the home"
                    + " directory."
        },
        footer = {
            "",
            "Examples:",
            "  pawl classes simulate",
            "  pawl classes simulate break shop crashloop",
            "  pawl classes simulate heal shop"
        })
final class ClassesSimulateCommand implements Callable<Integer> {
    private final ClassesContext context;
    private final Shell shell;

    @Option(
            names = "--port",
            paramLabel = "P",
            description = "Port on loopback (default: a free one).")
    int port;

    @Option(
            names = "--seed",
            paramLabel = "N",
            description = "Seed of names and times (default: 1).")
    long seed = 1;

    @Option(names = "--knative", description = "Serve Knative Services too.")
    boolean knative;

    @Option(
            names = "--add-namespace",
            paramLabel = "NAMESPACE",
            description = "Namespace beside default; repeatable.")
    List<String> namespaces = new ArrayList<>();

    ClassesSimulateCommand(ClassesContext context) {
        this.context = context;
        this.shell = context.shell();
    }

    @Override
    public Integer call() throws InterruptedException {
        shell.requireNoDatabase("a simulated cluster is in memory");
        SimulatedHome home = context.simulated();
        home.address()
                .ifPresent(running -> {
                    throw CommandException.refused(
                            "a simulated cluster already runs in %s: %s, process %d"
                                    .formatted(shell.home(), running.url(), running.pid()));
                });
        return shell.shutdown.during(() -> serve(home));
    }

    private int serve(SimulatedHome home) throws InterruptedException {
        Host host = new RealHost();
        try (SimulatedCluster cluster =
                        SimulatedCluster.start(host, SimulatedCluster.Settings.seed(seed));
                ClusterServer server = serve(cluster, host)) {
            cluster.define(ResourceManifest.adopt(ClassRuntimeCrd.tree()));
            if (knative) cluster.define(ResourceKind.KNATIVE_SERVICE);
            namespaces.forEach(cluster::addNamespace);
            home.write(server.url(), server.kubeconfig());
            context.rememberSimulated();
            announce(server, home);
            shell.shutdown.await();
            home.clear();
            return ExitCode.OK;
        }
    }

    private ClusterServer serve(SimulatedCluster cluster, Host host) {
        try {
            return ClusterServer.start(cluster, host, port);
        } catch (IOException e) {
            throw CommandException.refused(String.valueOf(e.getMessage()));
        }
    }

    private void announce(ClusterServer server, SimulatedHome home) {
        if (shell.json) {
            Map<String, Object> json = new LinkedHashMap<>();
            json.put("url", server.url());
            json.put("kubeconfig", home.kubeconfig().toString());
            shell.say(Json.line(json));
        } else {
            shell.say("A simulated cluster is at %s.".formatted(shell.paint.bold(server.url())));
            shell.say("Use it from other terminals:");
            shell.say("  pawl classes run --simulated");
            shell.say("  pawl classes apply -f FILE");
            shell.say("  pawl classes simulate break NAME crashloop");
            shell.say("Ctrl-C ends it.");
        }
        shell.out.flush();
    }
}
