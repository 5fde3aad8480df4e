package dev.pawl.classes.control;

import dev.pawl.classes.analysis.AvailabilityMath;
import dev.pawl.classes.analysis.NfrAnalyzer;
import dev.pawl.classes.cluster.ObjectRef;
import dev.pawl.classes.cluster.ResourceKind;
import dev.pawl.classes.cluster.ResourceManifest;
import dev.pawl.classes.measurement.Analysis;
import dev.pawl.classes.measurement.MetricException;
import dev.pawl.classes.measurement.MetricQuery;
import dev.pawl.classes.observation.ChildReader;
import dev.pawl.classes.observation.ChildRef;
import dev.pawl.classes.observation.ChildState.Rollout;
import dev.pawl.classes.observation.ManagedKind;
import dev.pawl.classes.observation.Observed;
import dev.pawl.classes.resource.ClassRuntime;
import dev.pawl.classes.resource.ClassRuntimeSpec;
import dev.pawl.classes.resource.DataGridSpec;
import dev.pawl.classes.resource.EnforcementSpec;
import dev.pawl.classes.resource.FunctionSpec;
import dev.pawl.classes.resource.NfrStatus.Recommendation;
import dev.pawl.classes.resource.Phase;
import dev.pawl.classes.resource.WorkloadStatus.ResourceRef;
import dev.pawl.classes.resource.format.RuntimeReader;
import dev.pawl.classes.template.ChildNames;
import dev.pawl.classes.template.TemplateDescriptor;
import dev.pawl.classes.template.Templates;
import dev.pawl.controller.ObjectKey;
import dev.pawl.engine.Host;
import dev.pawl.engine.Signal;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.BiConsumer;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/// Asks the metric source about each function at an interval, and passes on what is recommended.
///
/// A class is observed while it progresses or is available. A source that does not answer leaves
/// the recommendations as they are, and they grow stale.
final class AnalyzerLoop implements AutoCloseable {
    private final Host host;
    private final ClusterLink link;
    private final Analysis analysis;
    private final Templates templates;
    private final NfrAnalyzer analyzer;
    private final BiConsumer<ObjectKey, AnalysisResult> listener;
    private final Signal closing = new Signal();
    private volatile @Nullable String problem;
    private volatile boolean isClosed;

    AnalyzerLoop(
            Host host,
            ClusterLink link,
            Parts parts,
            BiConsumer<ObjectKey, AnalysisResult> listener) {
        this.host = host;
        this.link = link;
        this.analysis = parts.analysis();
        this.templates = parts.templates();
        this.analyzer = new NfrAnalyzer(parts.analysis().config());
        this.listener = listener;
    }

    /// Starts to analyse, at each interval at which `isActive` says so.
    void start(BooleanSupplier isActive) {
        host.start("nfr analyzer", () -> run(isActive));
    }

    /// Returns why the last analysis was not complete, or null.
    @Nullable String problem() {
        return problem;
    }

    @Override
    public void close() {
        isClosed = true;
        host.raise(closing);
    }

    private void run(BooleanSupplier isActive) {
        Instant next = host.now().plus(analysis.interval());
        while (!isClosed) {
            await(next);
            if (isClosed) return;
            if (isActive.getAsBoolean()) analyseAll();
            next = next.plus(analysis.interval());
            if (next.isBefore(host.now())) next = host.now().plus(analysis.interval());
        }
    }

    private void await(Instant until) {
        try {
            var _ = host.await(closing, until);
        } catch (InterruptedException _) {
            // Only close ends this task.
            host.clearInterrupt();
        }
    }

    private void analyseAll() {
        String found = null;
        for (ResourceManifest each : link.informers().cache(ResourceKind.CLASS_RUNTIME).all()) {
            if (isClosed) return;
            try {
                analyse(RuntimeReader.read(each));
            } catch (MetricException e) {
                found = each.namespace() + "/" + each.name() + ": " + e.getMessage();
            }
        }
        problem = found;
    }

    private void analyse(ClassRuntime runtime) {
        Phase phase = runtime.status().phase();
        boolean isObserved =
                !runtime.isBeingDeleted()
                        && runtime.errors().isEmpty()
                        && (phase == Phase.AVAILABLE || phase == Phase.PROGRESSING)
                        && runtime.spec().enforcement().mode() != EnforcementSpec.Mode.OFF;
        String template = runtime.status().workload().template();
        TemplateDescriptor descriptor = template == null ? null : templates.find(template);
        if (!isObserved || descriptor == null) return;
        Instant now = host.now();
        List<Recommendation> all = new ArrayList<>();
        List<FunctionSpec> functions = runtime.spec().functions();
        for (int i = 0; i < functions.size(); i++) {
            if (functions.get(i).isWasm()) continue;
            String name =
                    descriptor.functionNamer().name(runtime.key().name(), i, functions.size());
            ChildRef workload = new ChildRef(descriptor.workload(), name);
            all.addAll(function(runtime, functions.get(i), workload, now));
        }
        listener.accept(runtime.key(), withGrid(runtime, all, now));
    }

    private List<Recommendation> function(
            ClassRuntime runtime, FunctionSpec spec, ChildRef workload, Instant now) {
        Rollout rollout = rollout(runtime, workload);
        Integer minScale = spec.provision().minScale();
        return analyzer.recommend(
                new NfrAnalyzer.Subject(
                        spec.functionKey(),
                        runtime.generation(),
                        pods(runtime, workload),
                        minScale == null ? 1 : minScale,
                        rollout.cpu(),
                        rollout.memory(),
                        spec.qualityOfService().or(runtime.spec().requirements())),
                analysis.source().measure(query(runtime, workload, now)),
                now);
    }

    /// Adds the data grid, whose signals the gates ask for, too.
    private AnalysisResult withGrid(
            ClassRuntime runtime, List<Recommendation> functions, Instant now) {
        ChildRef grid =
                new ChildRef(
                        ManagedKind.ODGM_DEPLOYMENT, ChildNames.dataGrid(runtime.key().name()));
        MetricQuery query = query(runtime, grid, now);
        Observed.Signals signals = analysis.source().signals(query);
        List<Recommendation> all = new ArrayList<>(functions);
        boolean hasGrid =
                runtime.status()
                        .workload()
                        .resourceRefs()
                        .contains(new ResourceRef(grid.kind().title(), grid.name()));
        if (hasGrid) {
            DataGridSpec spec =
                    Objects.requireNonNullElse(runtime.spec().dataGrid(), DataGridSpec.DEFAULT);
            analyzer.recommendGrid(
                            new NfrAnalyzer.Subject(
                                    ClassRuntimeSpec.DATA_GRID,
                                    runtime.generation(),
                                    pods(runtime, grid),
                                    AvailabilityMath.quorum(spec.replicaCount()),
                                    null,
                                    null,
                                    runtime.spec().requirements()),
                            analysis.source().measure(query),
                            spec.replicaCount(),
                            now)
                    .ifPresent(all::add);
        }
        return new AnalysisResult(all, signals);
    }

    private MetricQuery query(ClassRuntime runtime, ChildRef workload, Instant now) {
        return new MetricQuery(
                runtime.key().namespace(),
                workload,
                now.minus(analysis.window()),
                now,
                analysis.step());
    }

    private Rollout rollout(ClassRuntime runtime, ChildRef ref) {
        ObjectRef where =
                new ObjectRef(ref.kind().resource(), runtime.key().namespace(), ref.name());
        return link.cached(where)
                .map(each -> ChildReader.child(each, ref.kind()).rollout())
                .orElse(Rollout.NONE);
    }

    private int pods(ClassRuntime runtime, ChildRef workload) {
        String owner = TemplateDescriptor.ownerLabel(runtime.key().name()).getValue();
        int count = 0;
        for (ResourceManifest pod :
                link.informers()
                        .cache(ResourceKind.POD)
                        .labelled(runtime.key().namespace(), owner)) {
            if (workload.name().equals(pod.label("app")) && !pod.isBeingDeleted()) count++;
        }
        return count;
    }

    /// What an analysis needs to know.
    record Parts(Analysis analysis, Templates templates) {}
}
