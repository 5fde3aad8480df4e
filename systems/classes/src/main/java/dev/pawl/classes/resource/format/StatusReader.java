package dev.pawl.classes.resource.format;

import dev.pawl.classes.resource.ClassRuntimeStatus;
import dev.pawl.classes.resource.Dimension;
import dev.pawl.classes.resource.FunctionStatus;
import dev.pawl.classes.resource.NfrStatus;
import dev.pawl.classes.resource.Phase;
import dev.pawl.classes.resource.StatusCondition;
import dev.pawl.classes.resource.WorkloadStatus;
import java.time.Instant;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// Reads a status.
final class StatusReader {
    private StatusReader() {}

    static ClassRuntimeStatus read(FieldReader status) {
        return new ClassRuntimeStatus(
                Phase.of(status.text("phase", "")).orElse(Phase.PENDING),
                status.text("message", ""),
                number(status.longNumber("observed_generation")),
                status.time("last_updated"),
                status.objects("conditions", StatusReader::condition),
                status.objects("functions", StatusReader::function),
                new WorkloadStatus(
                        status.text("template"),
                        status.texts("template_explanation"),
                        status.objects("resource_refs", StatusReader::reference),
                        status.objects("routers", StatusReader::router),
                        status.objects("revisions", StatusReader::revision),
                        progress(status.object("progress"))),
                nfr(status));
    }

    private static StatusCondition condition(FieldReader condition) {
        return new StatusCondition(
                condition.text("type", ""),
                StatusCondition.Truth.of(condition.text("status", "")),
                condition.text("reason", ""),
                condition.text("message", ""),
                time(condition.time("lastTransitionTime")),
                number(condition.longNumber("observedGeneration")));
    }

    private static FunctionStatus function(FieldReader function) {
        return new FunctionStatus(
                function.text("function_key", ""),
                new FunctionStatus.Endpoint(
                        function.text("service"),
                        function.wholeNumber("port", 0, Integer.MAX_VALUE),
                        function.text("predicted_url"),
                        function.text("observed_url"),
                        function.text("template", "")),
                new FunctionStatus.Readiness(
                        function.flag("ready", false),
                        function.text("reason"),
                        function.text("message"),
                        function.time("lastTransitionTime")));
    }

    private static WorkloadStatus.ResourceRef reference(FieldReader reference) {
        return new WorkloadStatus.ResourceRef(
                reference.text("kind", ""), reference.text("name", ""));
    }

    private static WorkloadStatus.Router router(FieldReader router) {
        Integer port = router.wholeNumber("port", 0, Integer.MAX_VALUE);
        return new WorkloadStatus.Router(router.text("service", ""), port == null ? 0 : port);
    }

    private static NfrStatus nfr(FieldReader status) {
        Map<Dimension, Double> values = new EnumMap<>(Dimension.class);
        FieldReader recommendations = status.object("nfr_recommendations");
        for (Dimension dimension : Dimension.values()) {
            Double value = recommendations.number(dimension.toString());
            if (value != null) values.put(dimension, value);
        }
        List<NfrStatus.Recommendation> observations =
                status.objects("nfr_observations", StatusReader::recommendation).stream()
                        .filter(Objects::nonNull)
                        .toList();
        return new NfrStatus(
                values,
                observations,
                status.objects("last_applied_recommendations", StatusReader::applied),
                status.time("last_applied_at"),
                status.objects("nfr_enforcement", StatusReader::enforcement).stream()
                        .filter(Objects::nonNull)
                        .toList());
    }

    private static WorkloadStatus.Revision revision(FieldReader revision) {
        return new WorkloadStatus.Revision(
                number(revision.longNumber("generation")),
                time(revision.time("available_at")),
                revision.text("spec", "{}"));
    }

    private static WorkloadStatus.Progress progress(FieldReader progress) {
        return new WorkloadStatus.Progress(
                progress.time("since"), progress.time("phase_since"), progress.time("clear_since"));
    }

    private static NfrStatus.@Nullable Enforcement enforcement(FieldReader each) {
        Dimension dimension = Dimension.of(each.text("dimension", "")).orElse(null);
        if (dimension == null) return null;
        FieldReader failure = each.object("failure");
        return new NfrStatus.Enforcement(
                each.text("function_key", ""),
                dimension,
                each.number("target"),
                each.time("changed_at"),
                each.time("cooldown_until"),
                each.number("applied"),
                each.has("failure")
                        ? new NfrStatus.Failure(
                                failure.text("reason", ""),
                                failure.text("message", ""),
                                (int) number(failure.longNumber("attempts")),
                                time(failure.time("retry_at")))
                        : null,
                each.text("announced"));
    }

    private static NfrStatus.@Nullable Recommendation recommendation(FieldReader each) {
        var dimension = Dimension.of(each.text("dimension", ""));
        Double value = each.number("value");
        if (dimension.isEmpty() || value == null) return null;
        return new NfrStatus.Recommendation(
                each.text("function_key", ""),
                dimension.get(),
                value,
                decimal(each.number("confidence")),
                time(each.time("observed_at")),
                number(each.longNumber("generation")));
    }

    private static NfrStatus.AppliedRecommendation applied(FieldReader applied) {
        return new NfrStatus.AppliedRecommendation(
                applied.text("component", ""),
                applied.text("dimension", ""),
                decimal(applied.number("target")),
                applied.text("basis", ""),
                decimal(applied.number("confidence")));
    }

    private static long number(@Nullable Long value) {
        return value == null ? 0 : value;
    }

    private static double decimal(@Nullable Double value) {
        return value == null ? 0 : value;
    }

    private static Instant time(@Nullable Instant time) {
        return time == null ? Instant.EPOCH : time;
    }
}
