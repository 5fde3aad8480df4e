package dev.pawl.classes.status;

import dev.pawl.classes.evaluation.FunctionStatusUpdate;
import dev.pawl.classes.resource.ClassRuntimeStatus;
import dev.pawl.classes.resource.Dimension;
import dev.pawl.classes.resource.FunctionStatus;
import dev.pawl.classes.resource.FunctionStatus.Endpoint;
import dev.pawl.classes.resource.FunctionStatus.Readiness;
import dev.pawl.classes.resource.NfrStatus;
import dev.pawl.classes.resource.NfrStatus.AppliedRecommendation;
import dev.pawl.classes.resource.NfrStatus.Recommendation;
import dev.pawl.classes.resource.StatusCondition;
import dev.pawl.classes.resource.StatusCondition.Truth;
import dev.pawl.classes.resource.WorkloadStatus;
import dev.pawl.classes.resource.WorkloadStatus.Revision;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/// Merges changes into a status. Pure; a change that says nothing new returns the same object.
public final class StatusReducer {
    /// How many lines of the audit trail a status keeps: the newest.
    public static final int AUDIT_MAX = 20;

    private StatusReducer() {}

    /// Merges an evaluation. Recommendations and the audit trail stay as they are.
    public static ClassRuntimeStatus reduce(
            ClassRuntimeStatus current, StatusUpdate update, Instant now) {
        ClassRuntimeStatus next =
                new ClassRuntimeStatus(
                        update.phase(),
                        update.message(),
                        update.observedGeneration(),
                        now,
                        conditions(current.conditions(), update.conditions()),
                        functions(current, update, now),
                        workload(current.workload(), update),
                        current.nfr());
        return next.saysTheSameAs(current) ? current : next;
    }

    /// Merges recommendations of the analyzer. A value that did not change keeps its time until it
    /// is older than `refresh`, so that an analysis alone causes no write.
    public static ClassRuntimeStatus recommend(
            ClassRuntimeStatus current,
            List<Recommendation> recommendations,
            Duration refresh,
            Instant now) {
        NfrStatus nfr = current.nfr();
        List<Recommendation> all = new ArrayList<>(nfr.observations());
        for (Recommendation each : recommendations) {
            Recommendation before = nfr.observation(each.functionKey(), each.dimension());
            if (before == null) all.add(each);
            else if (!isFresh(before, each, refresh)) all.set(all.indexOf(before), each);
        }
        NfrStatus next =
                new NfrStatus(
                        values(nfr, all),
                        all,
                        nfr.applied(),
                        nfr.lastAppliedAt(),
                        nfr.enforcement());
        return next.equals(nfr) ? current : with(current, next, current.conditions(), now);
    }

    /// Merges an enforcement that succeeded: a line of the audit trail, its time and the condition.
    public static ClassRuntimeStatus applyEnforcement(
            ClassRuntimeStatus current, EnforcementOutcome outcome, Instant now) {
        NfrStatus nfr = current.nfr();
        List<AppliedRecommendation> applied = new ArrayList<>(nfr.applied());
        applied.add(
                new AppliedRecommendation(
                        outcome.component(),
                        outcome.dimension().toString(),
                        outcome.target(),
                        outcome.basis(),
                        outcome.confidence()));
        if (applied.size() > AUDIT_MAX) {
            applied = applied.subList(applied.size() - AUDIT_MAX, applied.size());
        }
        StatusCondition enforced =
                new StatusCondition(
                        StatusCondition.NFR_ENFORCED,
                        Truth.TRUE,
                        "Applied",
                        "",
                        now,
                        current.observedGeneration());
        return with(
                current,
                new NfrStatus(
                        nfr.recommendations(), nfr.observations(), applied, now, nfr.enforcement()),
                conditions(current.conditions(), List.of(enforced)),
                now);
    }

    /// Merges what another manager needs to continue. Returns the same object if it is there.
    public static ClassRuntimeStatus keep(ClassRuntimeStatus current, KeptState kept) {
        WorkloadStatus workload = current.workload();
        List<Revision> revisions = workload.revisions();
        Revision available = kept.available();
        if (available != null) revisions = appended(revisions, available);
        NfrStatus nfr = current.nfr();
        boolean isSame =
                revisions.equals(workload.revisions())
                        && kept.progress().equals(workload.progress())
                        && kept.enforcement().equals(nfr.enforcement());
        if (isSame) return current;
        return new ClassRuntimeStatus(
                current.phase(),
                current.message(),
                current.observedGeneration(),
                current.lastUpdated(),
                current.conditions(),
                current.functions(),
                new WorkloadStatus(
                        workload.template(),
                        workload.explanation(),
                        workload.resourceRefs(),
                        workload.routers(),
                        revisions,
                        kept.progress()),
                new NfrStatus(
                        nfr.recommendations(),
                        nfr.observations(),
                        nfr.applied(),
                        nfr.lastAppliedAt(),
                        kept.enforcement()));
    }

    /// Appends a revision; an earlier one with the same spec goes, and so do the oldest.
    private static List<Revision> appended(List<Revision> revisions, Revision latest) {
        List<Revision> all = new ArrayList<>(revisions);
        for (Revision each : revisions) if (each.generation() == latest.generation()) return all;
        all.removeIf(each -> each.spec().equals(latest.spec()));
        all.add(latest);
        int first = Math.max(0, all.size() - WorkloadStatus.REVISIONS_MAX);
        return List.copyOf(all.subList(first, all.size()));
    }

    private static ClassRuntimeStatus with(
            ClassRuntimeStatus current,
            NfrStatus nfr,
            List<StatusCondition> conditions,
            Instant now) {
        return new ClassRuntimeStatus(
                current.phase(),
                current.message(),
                current.observedGeneration(),
                now,
                conditions,
                current.functions(),
                current.workload(),
                nfr);
    }

    /// Replaces conditions by type. The time of the last transition changes only with the status.
    private static List<StatusCondition> conditions(
            List<StatusCondition> current, List<StatusCondition> deltas) {
        List<StatusCondition> all = new ArrayList<>(current);
        for (int i = 0; i < deltas.size(); i++) {
            StatusCondition delta = deltas.get(i);
            int index = index(all, delta.type());
            if (index < 0) {
                all.add(delta);
                continue;
            }
            StatusCondition before = all.get(index);
            boolean isSame = before.status() == delta.status();
            all.set(index, isSame ? delta.since(before.lastTransitionTime()) : delta);
        }
        return all;
    }

    private static int index(List<StatusCondition> conditions, String type) {
        for (int i = 0; i < conditions.size(); i++) {
            if (conditions.get(i).type().equals(type)) return i;
        }
        return -1;
    }

    private static List<FunctionStatus> functions(
            ClassRuntimeStatus current, StatusUpdate update, Instant now) {
        List<FunctionStatusUpdate> updates = update.functions();
        if (updates == null) return current.functions();
        boolean isChanged = update.observedGeneration() != current.observedGeneration();
        List<FunctionStatus> all = new ArrayList<>(updates.size());
        for (int i = 0; i < updates.size(); i++) {
            FunctionStatusUpdate each = updates.get(i);
            FunctionStatus before = current.function(each.functionKey());
            all.add(
                    new FunctionStatus(
                            each.functionKey(),
                            endpoint(before, each.endpoint(), isChanged),
                            readiness(before, each, now)));
        }
        return all;
    }

    /// Within a generation and template, what was predicted stays.
    private static Endpoint endpoint(
            @Nullable FunctionStatus before, Endpoint update, boolean isChanged) {
        if (before == null || isChanged) return update;
        Endpoint kept = before.endpoint();
        if (!kept.template().equals(update.template())) return update;
        String url = update.observedUrl() == null ? kept.observedUrl() : update.observedUrl();
        return new Endpoint(kept.service(), kept.port(), kept.predictedUrl(), url, kept.template());
    }

    private static Readiness readiness(
            @Nullable FunctionStatus before, FunctionStatusUpdate update, Instant now) {
        Instant since =
                before != null && before.readiness().ready() == update.ready()
                        ? before.readiness().lastTransitionTime()
                        : now;
        return new Readiness(update.ready(), update.reason(), update.message(), since);
    }

    private static WorkloadStatus workload(WorkloadStatus current, StatusUpdate update) {
        StatusUpdate.Chosen template = update.template();
        List<WorkloadStatus.ResourceRef> references = update.resourceRefs();
        List<WorkloadStatus.Router> routers = update.routers();
        return new WorkloadStatus(
                template == null ? current.template() : template.id(),
                template == null ? current.explanation() : template.explanation(),
                references == null
                        ? current.resourceRefs()
                        : List.copyOf(new TreeSet<>(references)),
                routers == null ? current.routers() : routers,
                current.revisions(),
                current.progress());
    }

    private static boolean isFresh(Recommendation before, Recommendation each, Duration refresh) {
        return before.value() == each.value()
                && before.confidence() == each.confidence()
                && before.generation() == each.generation()
                && each.observedAt().isBefore(before.observedAt().plus(refresh));
    }

    /// Returns the largest value of each dimension; a dimension keeps its last value forever.
    private static Map<Dimension, Double> values(NfrStatus nfr, List<Recommendation> all) {
        Map<Dimension, Double> values = new EnumMap<>(Dimension.class);
        for (Recommendation each : all) {
            values.merge(each.dimension(), each.value(), Math::max);
        }
        nfr.recommendations().forEach(values::putIfAbsent);
        return values;
    }
}
