package dev.pawl.classes;

import dev.pawl.classes.cluster.ClusterClient;
import dev.pawl.classes.cluster.InformerSource;
import dev.pawl.classes.cluster.Informers;
import dev.pawl.classes.cluster.ResourceKind;
import dev.pawl.classes.cluster.Selection;
import dev.pawl.classes.control.ClassAction;
import dev.pawl.classes.control.ClassControl;
import dev.pawl.classes.control.ClassView;
import dev.pawl.classes.control.Routers;
import dev.pawl.classes.control.StatusTarget;
import dev.pawl.classes.evaluation.ClassMemory;
import dev.pawl.classes.measurement.Analysis;
import dev.pawl.classes.metrics.EnforcementMetrics;
import dev.pawl.classes.observation.ManagedKind;
import dev.pawl.classes.resource.NfrStatus.Recommendation;
import dev.pawl.classes.template.ClusterProfile;
import dev.pawl.classes.template.TemplateDescriptor;
import dev.pawl.controller.Controller;
import dev.pawl.controller.ObjectKey;
import dev.pawl.engine.EngineOptions;
import dev.pawl.engine.Host;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// The Class Runtime Manager: controls the `ClassRuntime` resources of a cluster.
///
/// ```java sketch
/// Classes classes = Classes.of(ClassesSettings.of(Classes.profile(client, "full")), client, host);
/// Engine engine = Engine.open(store, classes::register);
/// classes.start();
/// ```
public final class Classes implements AutoCloseable {
    private final ClassesSettings settings;
    private final ClusterClient client;
    private final Host host;
    private final ClassControl control;

    private Classes(
            ClassesSettings settings,
            ClusterClient client,
            Host host,
            @Nullable Analysis analysis) {
        this.settings = settings;
        this.client = client;
        this.host = host;
        this.control =
                new ClassControl(
                        client,
                        host,
                        new ClassControl.Parts(
                                settings.templates(),
                                settings.profile(),
                                settings.rendering(),
                                settings.evaluation(),
                                settings.controller(),
                                kinds(settings),
                                analysis));
    }

    /// Creates a manager of the classes of a cluster.
    ///
    /// @param host the engine's
    public static Classes of(ClassesSettings settings, ClusterClient client, Host host) {
        return new Classes(settings, client, host, null);
    }

    /// Creates a manager that analyses metrics and recommends by itself.
    public static Classes of(
            ClassesSettings settings, ClusterClient client, Host host, Analysis analysis) {
        return new Classes(settings, client, host, analysis);
    }

    /// Returns the profile of a cluster, with the kinds that its server serves.
    public static ClusterProfile profile(ClusterClient client, String name) {
        Set<ManagedKind> served = EnumSet.noneOf(ManagedKind.class);
        for (ManagedKind kind : ManagedKind.values()) {
            if (client.serves(kind.resource())) served.add(kind);
        }
        return new ClusterProfile(name, served);
    }

    /// Registers the manager with an engine that is about to open.
    public void register(EngineOptions options) {
        control.controller().register(options);
    }

    /// Starts to observe, and to control as soon as this process leads and has seen everything.
    public void start() {
        Informers informers =
                Informers.start(
                        host,
                        client,
                        new Informers.Settings(
                                sources(), TemplateDescriptor.OWNER, settings.audit()),
                        control);
        control.start(informers, settings.lease());
    }

    /// Returns the controller: its objects, decisions, holds.
    public Controller<ClassView, ClassMemory, ClassAction, StatusTarget> controller() {
        return control.controller();
    }

    /// Takes over what an analyzer recommends for a class, in place of what it said before.
    public void recommend(ObjectKey key, List<Recommendation> latest) {
        control.recommend(key, latest);
    }

    /// Replaces the spec of a class by that of its last available revision which differs from it.
    /// The request and its reason are recorded on the class and as an event. Throws
    /// [dev.pawl.engine.Refused] if there is no such revision.
    public RolledBack rollback(ObjectKey key, String actor, String reason) {
        return new Rollbacks(client, host).rollback(key, actor, reason);
    }

    /// Returns the metrics of enforcement since this process started; `PrometheusText.of` prints
    /// them.
    public EnforcementMetrics metrics() {
        return control.metrics();
    }

    /// Returns why the last analysis was not complete; empty if it was, or if there is none.
    public Optional<String> metricsProblem() {
        return Optional.ofNullable(control.metricsProblem());
    }

    /// Returns the sources that were not listed yet or cannot be reached, with the reason: until
    /// every one was listed, nothing is controlled.
    public List<String> lostSources() {
        return control.lostSources();
    }

    /// Returns whether this process controls at this moment.
    public boolean isActive() {
        return control.isActive();
    }

    /// Stops to control and to observe, and releases the lease. Call it before the engine is
    /// closed.
    @Override
    public void close() {
        control.close();
    }

    private static Set<ManagedKind> kinds(ClassesSettings settings) {
        Set<ManagedKind> kinds = EnumSet.noneOf(ManagedKind.class);
        kinds.addAll(settings.templates().managed());
        kinds.retainAll(settings.profile().served());
        return kinds;
    }

    private List<InformerSource> sources() {
        Set<ResourceKind> resources = new LinkedHashSet<>();
        for (ManagedKind kind : kinds(settings)) resources.add(kind.resource());
        resources.add(ResourceKind.POD);
        List<InformerSource> sources = new ArrayList<>();
        for (Selection where : selections()) {
            sources.add(new InformerSource(ResourceKind.CLASS_RUNTIME, where));
            sources.add(new InformerSource(ResourceKind.SERVICE, where.labelled(Routers.LABEL)));
            for (ResourceKind kind : resources) {
                // Autoscalers of other parties have no label of ours.
                boolean isLabelled = !kind.equals(ResourceKind.AUTOSCALER);
                sources.add(
                        new InformerSource(
                                kind,
                                isLabelled ? where.labelled(TemplateDescriptor.OWNER) : where));
            }
        }
        return sources;
    }

    private List<Selection> selections() {
        if (settings.namespaces().isEmpty()) return List.of(Selection.all());
        return settings.namespaces().stream().map(Selection::in).toList();
    }
}
