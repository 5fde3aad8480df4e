package dev.pawl.classes;

import dev.pawl.classes.cluster.ResourceManifest;
import dev.pawl.classes.enforcement.EnforcementError;
import dev.pawl.classes.evaluation.Action;
import dev.pawl.classes.evaluation.ApplyError;
import dev.pawl.classes.evaluation.ClassMemory;
import dev.pawl.classes.evaluation.EvalInput;
import dev.pawl.classes.evaluation.EvalResult;
import dev.pawl.classes.evaluation.EvaluationConfig;
import dev.pawl.classes.evaluation.StateEvaluator;
import dev.pawl.classes.observation.ChildRef;
import dev.pawl.classes.observation.ChildState;
import dev.pawl.classes.observation.ChildState.Ready;
import dev.pawl.classes.observation.ChildState.Rollout;
import dev.pawl.classes.observation.ManagedKind;
import dev.pawl.classes.observation.Observed;
import dev.pawl.classes.observation.PodState;
import dev.pawl.classes.resource.ClassRuntime;
import dev.pawl.classes.resource.Phase;
import dev.pawl.classes.resource.StatusCondition;
import dev.pawl.classes.resource.format.RuntimeReader;
import dev.pawl.classes.status.EnforcementOutcome;
import dev.pawl.classes.status.StatusReducer;
import dev.pawl.classes.status.StatusUpdate;
import dev.pawl.classes.template.ClusterProfile;
import dev.pawl.classes.template.DesiredState;
import dev.pawl.classes.template.RenderSettings;
import dev.pawl.classes.template.TemplateRenderer;
import dev.pawl.classes.template.Templates;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/// One class and its children as values, with the real renderer, evaluator and reducer: a test
/// moves time, breaks children and looks at the result.
public final class ClassWorld {
    public static final Instant START = Instant.parse("2030-01-01T00:00:00Z");

    public final Map<ChildRef, ChildState> children = new LinkedHashMap<>();
    public final List<PodState> pods = new ArrayList<>();
    public final Set<ManagedKind> lost = new HashSet<>();
    public final Map<String, String> autoscalers = new HashMap<>();
    public final Map<ChildRef, ApplyError> applyErrors = new HashMap<>();
    public final List<Phase> path = new ArrayList<>();
    public final List<String> events = new ArrayList<>();
    public final List<Action> performed = new ArrayList<>();

    public ClassRuntime runtime;
    public ClassMemory memory = ClassMemory.INITIAL;
    public EvaluationConfig config = EvaluationConfig.DEFAULT;
    public RenderSettings settings = RenderSettings.DEFAULT;
    public Templates templates = Templates.standard();
    public ClusterProfile cluster = ClusterProfile.full();
    public Observed.Signals signals = Observed.Signals.UNKNOWN;
    public Instant now = START;
    public EnforcementError enforcementError;
    public boolean isReadyAtOnce = true;
    public int statusWrites;

    public ClassWorld(String spec) {
        this.runtime = read("orders", 1, spec);
    }

    /// Returns a class of functions with an image each, without a data grid.
    public static ClassWorld of(String template, int functions) {
        return new ClassWorld(spec(template, functions, ""));
    }

    public static String spec(String template, int functions, String more) {
        StringBuilder list = new StringBuilder();
        for (int i = 0; i < functions; i++) {
            if (i > 0) list.append(',');
            list.append(
                    """
                    {"function_key":"f%d","provision_config":{"container_image":"image:%d"}}\
                    """
                            .formatted(i, i));
        }
        return """
        {"package_class_key":"shop.orders","selected_template":"%s","addons":[],"functions":[%s]%s}\
        """
                .formatted(template, list, more);
    }

    public static ClassRuntime read(String name, long generation, String spec) {
        return RuntimeReader.read(
                ResourceManifest.parse(
                        """
                        {"metadata":{"name":"%s","namespace":"shop","uid":"uid-%s",
                        "generation":%d},"spec":%s}\
                        """
                                .formatted(name, name, generation, spec)));
    }

    public DesiredState desired() {
        return TemplateRenderer.render(
                runtime,
                templates.choose(runtime.spec(), runtime.status().workload().template(), cluster),
                settings);
    }

    public EvalInput input() {
        Observed observed =
                Observed.of(List.copyOf(children.values()), pods)
                        .losing(lost)
                        .scaledBy(autoscalers)
                        .with(signals);
        return new EvalInput(runtime, observed, memory, desired(), config, now);
    }

    /// Evaluates once, keeps memory and status, and performs the actions.
    public EvalResult step() {
        EvalInput input = input();
        EvalResult result = StateEvaluator.evaluate(input);
        memory = result.memory();
        path.addAll(result.path());
        result.events().forEach(event -> events.add(event.reason()));
        for (Action action : result.output().actions()) perform(action, input.desired());
        var status = StatusReducer.reduce(runtime.status(), StatusUpdate.of(input, result), now);
        if (!status.equals(runtime.status())) statusWrites++;
        runtime = runtime.with(status);
        return result;
    }

    /// Evaluates until nothing changes without time passing.
    public ClassWorld settle() {
        for (int i = 0; i < 20; i++) {
            ClassRuntime before = runtime;
            ClassMemory remembered = memory;
            EvalResult result = step();
            boolean isQuiet = before.equals(runtime) && remembered.equals(memory);
            if (isQuiet && result.output().actions().isEmpty()) return this;
        }
        throw new AssertionError(
                "expected a class that settles, found %s, then %s"
                        .formatted(runtime.status(), step().output()));
    }

    public ClassWorld after(Duration duration) {
        now = now.plus(duration);
        return settle();
    }

    public ClassWorld change(String spec) {
        ClassRuntime next =
                read(runtime.key().name(), runtime.generation() + 1, spec).with(runtime.status());
        runtime = withFinalizers(next, runtime.finalizers());
        return this;
    }

    public ClassWorld delete() {
        runtime =
                new ClassRuntime(
                        runtime.key(),
                        runtime.uid(),
                        runtime.generation(),
                        now,
                        runtime.finalizers(),
                        runtime.spec(),
                        runtime.status(),
                        runtime.errors());
        return this;
    }

    public Phase phase() {
        return runtime.status().phase();
    }

    public StatusCondition condition(String type) {
        return runtime.status().condition(type);
    }

    public String degradedReason() {
        return condition(StatusCondition.DEGRADED).reason();
    }

    public ChildRef ref(ManagedKind kind, String name) {
        return new ChildRef(kind, name);
    }

    /// Sets how many replicas of a child are available.
    public void scale(ChildRef ref, int desired, int available) {
        ChildState child = children.get(ref);
        children.put(ref, with(child, new Rollout(1, 1, desired, desired, available, ready(true))));
    }

    public ChildState with(ChildState child, Rollout rollout) {
        return new ChildState(
                child.ref(),
                child.uid(),
                child.ownerUid(),
                child.appliedHash(),
                child.isBeingDeleted(),
                rollout,
                child.url(),
                child.finalizers());
    }

    public ChildState child(ChildRef ref, String owner, String hash, List<String> finalizers) {
        return new ChildState(
                ref,
                "uid-" + ref.kind() + "-" + ref.name(),
                owner,
                hash,
                false,
                new Rollout(1, 1, 1, 1, isReadyAtOnce ? 1 : 0, ready(isReadyAtOnce)),
                null,
                finalizers);
    }

    private static Ready ready(boolean isReady) {
        return new Ready(isReady ? "True" : "False", null, null);
    }

    private void perform(Action action, DesiredState desired) {
        performed.add(action);
        switch (action) {
            case Action.EnsureFinalizer() ->
                    runtime = withFinalizers(runtime, List.of(ClassRuntime.FINALIZER));
            case Action.ApplyWorkload apply ->
                    apply.children().forEach(ref -> apply(desired.child(ref)));
            case Action.DeleteOrphans delete ->
                    delete.children().forEach(orphan -> children.remove(orphan.ref()));
            case Action.EnsureMetricsTargets() -> memory = memory.withMetricsEnsured();
            case Action.EnforceReplicas enforce -> enforce(enforce);
            case Action.EnforceResources enforce ->
                    memory =
                            memory.enforced(
                                    enforce.functionKey(),
                                    enforce.dimension(),
                                    enforce.target(),
                                    clock(config.enforcement().cooldown()));
            case Action.RemoveFinalizer() -> runtime = withFinalizers(runtime, List.of());
        }
    }

    private void apply(DesiredState.Child child) {
        ApplyError error = applyErrors.get(child.ref());
        if (error != null) {
            ClassMemory.AppliedChild attempt = memory.attempt(child.ref(), child.hash());
            int failures = attempt.failure() == null ? 1 : attempt.failure().attempts() + 1;
            memory = memory.failed(attempt, error, config.applyRetries().after(failures), now);
            return;
        }
        children.put(child.ref(), child(child.ref(), runtime.uid(), child.hash(), List.of()));
        memory = memory.acknowledged(child.ref(), child.hash(), now);
    }

    private void enforce(Action.EnforceReplicas enforce) {
        if (enforcementError != null) {
            int failures = memory.state(enforce.functionKey(), enforce.dimension()).failures() + 1;
            memory =
                    memory.enforcementFailed(
                            enforce.functionKey(),
                            enforce.dimension(),
                            enforcementError,
                            clock(config.enforcement().retries().after(failures)));
            return;
        }
        scale(enforce.where().first(), enforce.target(), enforce.target());
        memory =
                memory.enforced(
                        enforce.functionKey(),
                        enforce.dimension(),
                        enforce.target(),
                        clock(config.enforcement().cooldown()));
        runtime =
                runtime.with(
                        StatusReducer.applyEnforcement(
                                runtime.status(),
                                EnforcementOutcome.of(
                                        enforce.functionKey(),
                                        enforce.dimension(),
                                        enforce.target()),
                                now));
    }

    private ClassMemory.EnforcementClock clock(Duration pause) {
        return new ClassMemory.EnforcementClock(now, pause);
    }

    private static ClassRuntime withFinalizers(ClassRuntime runtime, List<String> finalizers) {
        return new ClassRuntime(
                runtime.key(),
                runtime.uid(),
                runtime.generation(),
                runtime.deletedAt(),
                finalizers,
                runtime.spec(),
                runtime.status(),
                runtime.errors());
    }
}
