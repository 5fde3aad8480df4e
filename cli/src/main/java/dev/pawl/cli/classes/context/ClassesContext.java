package dev.pawl.cli.classes.context;

import dev.pawl.classes.client.ClassClient;
import dev.pawl.classes.cluster.ClusterClient;
import dev.pawl.classes.cluster.ClusterException;
import dev.pawl.classes.cluster.ResourceKind;
import dev.pawl.classes.cluster.kubernetes.KubernetesCluster;
import dev.pawl.classes.control.ClassControl;
import dev.pawl.classes.template.ClusterProfile;
import dev.pawl.cli.shell.CommandException;
import dev.pawl.cli.shell.Shell;
import dev.pawl.cli.shell.StoreLocation;
import dev.pawl.controller.ControllerLog;
import dev.pawl.controller.ObjectKey;
import dev.pawl.engine.store.Store;
import dev.pawl.engine.store.StoreException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// Connects the commands of classes to their cluster, and reads what the manager has stored.
public final class ClassesContext {
    private final Shell shell;

    public ClassesContext(Shell shell) {
        this.shell = shell;
    }

    public Shell shell() {
        return shell;
    }

    /// Returns the simulated cluster of the home directory.
    public SimulatedHome simulated() {
        return new SimulatedHome(shell.home());
    }

    /// Returns the cluster that the home directory is used with.
    public Optional<RememberedCluster> remembered() {
        return RememberedCluster.in(shell.home());
    }

    /// Remembers the simulated cluster, unless the home directory is used with another one.
    public void rememberSimulated() {
        if (remembered().isPresent()) return;
        new RememberedCluster(null, true, null, List.of()).rememberIn(shell.home());
    }

    /// Remembers the cluster of a manager.
    public void remember(ClusterOption option, ClusterProfile profile) {
        RememberedCluster next = choice(option).with(profile);
        if (!remembered().equals(Optional.of(next))) next.rememberIn(shell.home());
    }

    /// Asks the cluster something.
    public <T> T ask(ClusterOption option, Function<ClassClient, T> question) {
        try (ClusterClient client = connect(option, ClassClient.MANAGER)) {
            return asked(() -> question.apply(new ClassClient(client)));
        }
    }

    /// Returns a client of the cluster, whose server answers and knows classes.
    public ClusterClient connect(ClusterOption option, String manager) {
        RememberedCluster choice = choice(option);
        Path kubeconfig = kubeconfig(choice);
        ClusterClient client = connected(kubeconfig, manager);
        try {
            boolean isServed = asked(() -> client.serves(ResourceKind.CLASS_RUNTIME));
            if (isServed) return client;
        } catch (CommandException e) {
            client.close();
            throw e;
        }
        client.close();
        throw CommandException.refused(
                "the cluster has no %s: install it with `pawl classes crd | kubectl apply -f -`"
                        .formatted(ResourceKind.CLASS_RUNTIME.plural()));
    }

    private RememberedCluster choice(ClusterOption option) {
        Path chosen = option.kubeconfig;
        if (chosen != null && option.simulated) {
            throw CommandException.usage("--kubeconfig and --simulated exclude each other");
        }
        Optional<RememberedCluster> before = remembered();
        if (chosen == null && !option.simulated && before.isPresent()) return before.get();
        if (chosen == null && !option.simulated) requireDefault();
        return new RememberedCluster(
                chosen == null ? null : chosen.toAbsolutePath().normalize().toString(),
                option.simulated,
                null,
                List.of());
    }

    private void requireDefault() {
        boolean isKnown =
                shell.environment("KUBECONFIG").isPresent()
                        || shell.environment("KUBERNETES_SERVICE_HOST").isPresent()
                        || shell.environment("HOME")
                                .map(home -> Files.exists(Path.of(home, ".kube", "config")))
                                .orElse(false);
        if (isKnown) return;
        throw CommandException.store(
                "no cluster is known: name one with --kubeconfig FILE, or start one with `pawl"
                        + " classes simulate`");
    }

    private @Nullable Path kubeconfig(RememberedCluster choice) {
        if (choice.simulated()) {
            var _ = simulated().require();
            return simulated().kubeconfig();
        }
        return choice.kubeconfig() == null ? null : Path.of(choice.kubeconfig());
    }

    private static ClusterClient connected(@Nullable Path kubeconfig, String manager) {
        try {
            return KubernetesCluster.connect(kubeconfig, manager);
        } catch (RuntimeException e) {
            throw CommandException.usage(
                    kubeconfig == null
                            ? "the default kubeconfig cannot be used: " + e.getMessage()
                            : "%s cannot be used: %s".formatted(kubeconfig, e.getMessage()));
        }
    }

    /// Asks, and turns a refusal of the server into an error with an exit code.
    public static <T> T asked(Question<T> question) {
        try {
            return question.ask();
        } catch (ClusterException e) {
            String message = String.valueOf(e.getMessage());
            throw switch (e) {
                case ClusterException.NotFound _ -> CommandException.notFound(message);
                case ClusterException.Unavailable _, ClusterException.Expired _ ->
                        CommandException.store("the cluster does not answer: " + message);
                case ClusterException.AlreadyExists _,
                        ClusterException.Conflict _,
                        ClusterException.Stale _,
                        ClusterException.Invalid _,
                        ClusterException.Forbidden _ ->
                        CommandException.refused("the cluster refuses it: " + message);
            };
        }
    }

    /// Returns the error for a class that does not exist.
    public static CommandException unknown(ObjectKey key, ClassClient client) {
        Collection<String> names =
                client.list(key.namespace()).stream().map(each -> each.key().name()).toList();
        return CommandException.notFound(
                "no class '%s' in namespace %s (has: %s)"
                        .formatted(
                                key.name(),
                                key.namespace(),
                                names.isEmpty()
                                        ? "none"
                                        : names.stream().collect(Collectors.joining(", "))));
    }

    /// Answers a question about what a manager has recorded in this store.
    public <T> T recorded(Function<ControllerLog, T> question) {
        StoreLocation location = shell.location();
        location.require();
        try (Store store = location.reading()) {
            return question.apply(new ControllerLog(store::query, ClassControl.KIND));
        } catch (StoreException e) {
            if (e.kind() != StoreException.Kind.REFUSED) throw e;
            throw CommandException.store(
                    "no manager has used %s: start one with `pawl classes run`, or name its store"
                                    .formatted(location)
                            + " with --home DIR or --store URL");
        }
    }

    /// Answers a question about what a manager has recorded, if there is a store that one has used.
    public <T> Optional<T> recordedIfAny(Function<ControllerLog, Optional<T>> question) {
        try {
            return recorded(question);
        } catch (CommandException | StoreException _) {
            return Optional.empty();
        }
    }

    /// Something that is asked of a cluster.
    @FunctionalInterface
    public interface Question<T> {
        T ask();
    }
}
