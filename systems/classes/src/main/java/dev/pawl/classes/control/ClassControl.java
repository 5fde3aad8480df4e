package dev.pawl.classes.control;

import dev.pawl.classes.cluster.ClusterClient;
import dev.pawl.classes.cluster.ClusterException;
import dev.pawl.classes.cluster.InformerListener;
import dev.pawl.classes.cluster.InformerSource;
import dev.pawl.classes.cluster.Informers;
import dev.pawl.classes.cluster.ObjectChange;
import dev.pawl.classes.cluster.ResourceKind;
import dev.pawl.classes.cluster.ResourceManifest;
import dev.pawl.classes.cluster.WatchListener;
import dev.pawl.classes.evaluation.ClassMemory;
import dev.pawl.classes.evaluation.EvaluationConfig;
import dev.pawl.classes.measurement.Analysis;
import dev.pawl.classes.metrics.EnforcementMetrics;
import dev.pawl.classes.observation.ChildReader;
import dev.pawl.classes.observation.ManagedKind;
import dev.pawl.classes.resource.NfrStatus.Recommendation;
import dev.pawl.classes.template.ClusterProfile;
import dev.pawl.classes.template.RenderSettings;
import dev.pawl.classes.template.TemplateDescriptor;
import dev.pawl.classes.template.Templates;
import dev.pawl.controller.ControlledKind;
import dev.pawl.controller.Controller;
import dev.pawl.controller.ControllerSettings;
import dev.pawl.controller.ObjectKey;
import dev.pawl.engine.Host;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/// The controller of classes and what wakes it: changes of classes and of their children. Controls
/// while this process leads and every source was listed. Thread-safe.
public final class ClassControl
        implements InformerListener, LeaderElection.Candidate, AutoCloseable {
    /// The name of the kind that is controlled.
    public static final String KIND = "class-runtime";

    /// What is recorded about a class, also for a replay.
    public static final ControlledKind.Types<ClassView, ClassMemory, ClassAction, StatusTarget>
            TYPES =
                    new ControlledKind.Types<>(
                            ClassView.class,
                            ClassMemory.class,
                            ClassAction.class,
                            StatusTarget.class);

    private final ClusterLink link;
    private final Host host;
    private final Controller<ClassView, ClassMemory, ClassAction, StatusTarget> controller;
    private final Map<ObjectKey, ObjectKey> classes = new ConcurrentHashMap<>();
    private final Analyses analyses = new Analyses();
    private final Routers routers = new Routers();
    private final @Nullable AnalyzerLoop analyzer;

    /// Guarded by this, as is all that follows.
    private boolean isElected;

    private boolean isSynced;
    private boolean isActive;
    private @Nullable Informers informers;
    private @Nullable LeaderElection election;

    public ClassControl(ClusterClient client, Host host, Parts parts) {
        this.link = new ClusterLink(client);
        this.host = host;
        ClassRendering rendering =
                new ClassRendering(parts.templates(), parts.profile(), parts.rendering());
        this.controller =
                Controller.of(
                        new ControlledKind<>(
                                KIND,
                                TYPES,
                                new ClassObserver(link, parts.kinds(), analyses, routers),
                                new ClassEvaluator(rendering, parts.evaluation()),
                                new ClassActuator(
                                        link,
                                        rendering,
                                        new ClassEvents(link, host),
                                        new Enforcer(link, host, analyses)),
                                new ClassStatusWriter(link)),
                        parts.controller(),
                        host);
        this.analyzer =
                parts.analysis() == null
                        ? null
                        : new AnalyzerLoop(
                                host,
                                link,
                                new AnalyzerLoop.Parts(parts.analysis(), parts.templates()),
                                this::analyzed);
    }

    public Controller<ClassView, ClassMemory, ClassAction, StatusTarget> controller() {
        return controller;
    }

    /// Controls with these informers; without a lease at once, otherwise when this process leads.
    public void start(Informers started, @Nullable LeaseSettings lease) {
        link.observing(started);
        LeaderElection standing =
                lease == null ? null : new LeaderElection(host, link.client(), lease, this);
        synchronized (this) {
            informers = started;
            election = standing;
            isElected = standing == null;
        }
        if (standing != null) {
            link.leading(standing::leads);
            standing.start();
        }
        if (analyzer != null) analyzer.start(this::isActive);
        update();
    }

    /// Takes over what an analyzer recommends for a class, in place of what it said before.
    public void recommend(ObjectKey key, List<Recommendation> latest) {
        analyses.recommend(key, latest);
        controller.wake(key);
    }

    private void analyzed(ObjectKey key, AnalysisResult latest) {
        if (latest.equals(analyses.latest(key))) return;
        analyses.put(key, latest);
        controller.wake(key);
    }

    /// Returns the metrics of enforcement since this process started.
    public EnforcementMetrics metrics() {
        return analyses.metrics();
    }

    /// Returns why the last analysis was not complete, or null.
    public @Nullable String metricsProblem() {
        return analyzer == null ? null : analyzer.problem();
    }

    /// Returns the sources that were not listed yet or cannot be reached, with the reason.
    public synchronized List<String> lostSources() {
        if (informers == null) return List.of("not started");
        return informers.lost().entrySet().stream()
                .map(each -> each.getKey() + ": " + each.getValue().getMessage())
                .toList();
    }

    public synchronized boolean isActive() {
        return isActive;
    }

    @Override
    public void close() {
        LeaderElection standing;
        Informers observing;
        synchronized (this) {
            standing = election;
            observing = informers;
            isElected = false;
        }
        update();
        if (analyzer != null) analyzer.close();
        if (standing != null) standing.close();
        if (observing != null) observing.close();
    }

    @Override
    public void elected() {
        synchronized (this) {
            isElected = true;
        }
        update();
    }

    @Override
    public void lost() {
        synchronized (this) {
            isElected = false;
        }
        update();
    }

    /// Starts or stops to control. A source that is lost later stops nothing: evaluations know it.
    private void update() {
        boolean starts;
        synchronized (this) {
            Informers observing = informers;
            isSynced |= observing != null && observing.lost().isEmpty();
            boolean shall = isElected && isSynced;
            if (shall == isActive) return;
            isActive = shall;
            starts = shall;
        }
        if (starts) {
            controller.start();
            wakeAll();
        } else {
            controller.stop();
        }
    }

    @Override
    public void changed(ObjectChange change) {
        ResourceManifest object = change.object();
        ResourceKind kind = change.kind();
        if (kind.equals(ResourceKind.CLASS_RUNTIME)) {
            ObjectKey key = change.key();
            ObjectKey label = label(key.namespace(), key.name());
            if (change.type() == WatchListener.Type.DELETED) {
                classes.remove(label, key);
                analyses.forget(key);
            } else {
                classes.put(label, key);
            }
            controller.changed(key, ClusterLink.own(kind, object));
            return;
        }
        if (routers.changed(change)) wakeAll(object.namespace());
        String owner = object.label(TemplateDescriptor.OWNER);
        if (owner == null && kind.equals(ResourceKind.AUTOSCALER)) owner = scaledOwner(object);
        if (owner == null || owner.isEmpty()) return;
        ObjectKey key = classes.get(new ObjectKey(object.namespace(), owner));
        if (key != null) controller.changed(key, ClusterLink.own(kind, object));
    }

    /// Returns the owner of the workload that another party's autoscaler scales.
    private @Nullable String scaledOwner(ResourceManifest autoscaler) {
        String scaled = ChildReader.scaled(autoscaler);
        if (scaled.isEmpty()) return null;
        return link.informers()
                .cache(ResourceKind.DEPLOYMENT)
                .get(new ObjectKey(autoscaler.namespace(), scaled))
                .map(workload -> workload.label(TemplateDescriptor.OWNER))
                .orElse(null);
    }

    private static ObjectKey label(String namespace, String className) {
        return new ObjectKey(namespace, TemplateDescriptor.ownerLabel(className).getValue());
    }

    @Override
    public void lost(InformerSource source, ClusterException reason) {
        // The next evaluation sees which sources are lost; there is nothing to do because of it.
    }

    @Override
    public void synced(InformerSource source) {
        update();
        if (isActive()) wakeAll();
    }

    @Override
    public void audited(InformerSource source, int missed) {
        // What was missed has been reported as changes.
    }

    private void wakeAll(String namespace) {
        if (!isActive()) return;
        for (ObjectKey each : classes.values()) {
            if (each.namespace().equals(namespace)) controller.wake(each);
        }
    }

    private void wakeAll() {
        for (ResourceManifest each : link.informers().cache(ResourceKind.CLASS_RUNTIME).all()) {
            controller.wake(new ObjectKey(each.namespace(), each.name()));
        }
    }

    /// What classes are controlled with.
    ///
    /// @param kinds the kinds of children that are observed
    /// @param analysis how recommendations are found; null if the program supplies them
    public record Parts(
            Templates templates,
            ClusterProfile profile,
            RenderSettings rendering,
            EvaluationConfig evaluation,
            ControllerSettings controller,
            Set<ManagedKind> kinds,
            @Nullable Analysis analysis) {
        public Parts {
            kinds = Set.copyOf(kinds);
        }
    }
}
