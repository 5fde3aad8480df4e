package dev.pawl.cli.classes;

import dev.pawl.classes.Classes;
import dev.pawl.classes.ClassesSettings;
import dev.pawl.classes.client.ClassClient;
import dev.pawl.classes.client.ClassLeader;
import dev.pawl.classes.cluster.ClusterClient;
import dev.pawl.classes.cluster.ClusterException;
import dev.pawl.classes.control.ClassActuator;
import dev.pawl.classes.control.LeaseSettings;
import dev.pawl.classes.template.ClusterProfile;
import dev.pawl.cli.classes.context.ClassesContext;
import dev.pawl.cli.classes.context.ClusterOption;
import dev.pawl.cli.classes.context.LeaseOption;
import dev.pawl.cli.classes.context.ProfileOption;
import dev.pawl.cli.classes.display.ManagerLog;
import dev.pawl.cli.shell.CommandException;
import dev.pawl.cli.shell.ExitCode;
import dev.pawl.cli.shell.Shell;
import dev.pawl.cli.shell.StoreLocation;
import dev.pawl.engine.Engine;
import dev.pawl.engine.EngineOptions;
import dev.pawl.engine.Host;
import dev.pawl.engine.RealHost;
import dev.pawl.store.Pawl;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.function.Consumer;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/// Runs the manager.
@Command(
        name = "run",
        description = {
            "Runs the manager of a cluster's classes until Ctrl-C or SIGTERM.",
            "It keeps its decisions, timers and audit in the store; after a kill, the same command"
                    + " continues. If another manager leads, it waits until that one's lease ends."
        },
        footer = {
            "",
            "Examples:",
            "  pawl classes run --simulated",
            "  pawl classes run --kubeconfig ~/.kube/config -n staging",
            "",
            "Exit codes:",
            "  0    stopped by a signal",
            "  4    the cluster has no ClassRuntime, or refuses the account",
            "  5    no cluster, or it does not answer; the store is in use or damaged"
        })
final class ClassesRunCommand implements Callable<Integer> {
    private static final Duration INTERVAL = Duration.ofMillis(200);
    private static final int RENEWALS = 5;

    private final ClassesContext context;
    private final Shell shell;

    @Option(
            names = {"-n", "--namespace"},
            paramLabel = "NAMESPACE",
            description = "Control only this namespace; repeatable (default: all).")
    List<String> namespaces = new ArrayList<>();

    @Option(
            names = "--lease",
            paramLabel = "TIME",
            description = "How long others wait for this manager after it died (default: 15s).")
    Duration lease = Duration.ofSeconds(15);

    @Mixin LeaseOption leaseOption = new LeaseOption();
    @Mixin ProfileOption profile = new ProfileOption();
    @Mixin ClusterOption cluster = new ClusterOption();

    ClassesRunCommand(ClassesContext context) {
        this.context = context;
        this.shell = context.shell();
    }

    @Override
    public Integer call() throws InterruptedException {
        String profileName = profile.name();
        if (lease.compareTo(Duration.ofSeconds(1)) < 0) {
            throw CommandException.usage("--lease must be 1s or more, found " + lease);
        }
        try (ClusterClient client = context.connect(cluster, ClassActuator.MANAGER)) {
            ClusterProfile found = ClassesContext.asked(() -> Classes.profile(client, profileName));
            return shell.shutdown.during(() -> manage(client, found));
        }
    }

    private int manage(ClusterClient client, ClusterProfile found) throws InterruptedException {
        Host host = new RealHost();
        LeaseSettings leading = leading();
        ClassesSettings settings = ClassesSettings.of(found).namespaces(namespaces).lease(leading);
        Classes classes = Classes.of(settings, client, host);
        ManagerLog log = new ManagerLog(shell);
        Runnable close =
                open(options -> {
                    options.host(host).listener(log);
                    classes.register(options);
                });
        try {
            context.remember(cluster, found);
            log.say("started", "started on %s; stop it with Ctrl-C".formatted(shell.location()));
            classes.start();
            do {
                log.update(classes, () -> leader(client, leading, host));
            } while (!shell.shutdown.isRequestedWithin(INTERVAL));
            log.say("stopping", "stopping: releasing the lease");
        } finally {
            classes.close();
            close.run();
        }
        log.say("stopped", "stopped; continue with `pawl classes run`");
        return ExitCode.OK;
    }

    private LeaseSettings leading() {
        LeaseSettings named = leaseOption.settings();
        return new LeaseSettings(named.namespace(), named.name(), lease, lease.dividedBy(RENEWALS));
    }

    /// Returns the name of another process that holds the lease, or an empty text.
    private static String leader(ClusterClient client, LeaseSettings leading, Host host) {
        try {
            return new ClassClient(client)
                    .leader(leading)
                    .map(ClassLeader::identity)
                    .filter(identity -> !identity.startsWith(host.where() + "-"))
                    .orElse("");
        } catch (ClusterException _) {
            return "";
        }
    }

    /// Opens the engine and returns the action that closes it.
    private Runnable open(Consumer<EngineOptions> options) {
        return switch (shell.location()) {
            case StoreLocation.Home(Path home) -> Pawl.open(home, options)::close;
            case StoreLocation.Database database -> Engine.open(database.writing(), options)::close;
        };
    }
}
