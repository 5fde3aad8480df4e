package dev.pawl.classes.resource.format;

import dev.pawl.classes.cluster.ResourceKind;
import dev.pawl.classes.cluster.ResourceManifest;
import dev.pawl.classes.resource.ClassRuntimeSpec;
import dev.pawl.classes.resource.ClassRuntimeStatus;
import dev.pawl.classes.resource.FunctionStatus;
import dev.pawl.classes.resource.NfrStatus;
import dev.pawl.classes.resource.StatusCondition;
import dev.pawl.classes.resource.WorkloadStatus;
import dev.pawl.controller.ObjectKey;
import java.time.Instant;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/// Writes a `ClassRuntime` as JSON: what [RuntimeReader] reads back.
public final class RuntimeWriter {
    private RuntimeWriter() {}

    /// Returns a manifest with a spec and no status, ready to be created.
    public static ResourceManifest manifest(ObjectKey key, ClassRuntimeSpec spec) {
        ObjectNode tree = JsonNodeFactory.instance.objectNode();
        tree.put("apiVersion", ResourceKind.CLASS_RUNTIME.apiVersion());
        tree.put("kind", ResourceKind.CLASS_RUNTIME.kind());
        tree.putObject("metadata").put("namespace", key.namespace()).put("name", key.name());
        tree.set("spec", SpecWriter.write(spec));
        return ResourceManifest.of(tree);
    }

    /// Returns a manifest with its status replaced; its metadata is kept, so that a stale resource
    /// version is refused.
    public static ResourceManifest withStatus(
            ResourceManifest manifest, ClassRuntimeStatus status) {
        ObjectNode tree = manifest.copy();
        tree.set("status", status(status));
        return ResourceManifest.of(tree);
    }

    /// Returns the JSON of a spec on one line.
    public static String text(ClassRuntimeSpec spec) {
        return SpecWriter.write(spec).toString();
    }

    /// Returns the JSON of a status.
    public static ObjectNode status(ClassRuntimeStatus status) {
        ObjectNode node = JsonNodeFactory.instance.objectNode();
        node.put("phase", status.phase().toString());
        put(node, "message", status.message());
        node.put("observed_generation", status.observedGeneration());
        put(node, "last_updated", status.lastUpdated());
        ArrayNode conditions = node.putArray("conditions");
        for (StatusCondition each : status.conditions()) condition(conditions.addObject(), each);
        ArrayNode functions = node.putArray("functions");
        for (FunctionStatus each : status.functions()) function(functions.addObject(), each);
        workload(node, status.workload());
        nfr(node, status.nfr());
        return node;
    }

    private static void condition(ObjectNode node, StatusCondition condition) {
        node.put("type", condition.type());
        node.put("status", condition.status().toString());
        put(node, "reason", condition.reason());
        put(node, "message", condition.message());
        put(node, "lastTransitionTime", condition.lastTransitionTime());
        node.put("observedGeneration", condition.observedGeneration());
    }

    private static void function(ObjectNode node, FunctionStatus function) {
        FunctionStatus.Endpoint endpoint = function.endpoint();
        node.put("function_key", function.functionKey());
        put(node, "service", endpoint.service());
        if (endpoint.port() != null) node.put("port", endpoint.port());
        put(node, "predicted_url", endpoint.predictedUrl());
        put(node, "observed_url", endpoint.observedUrl());
        node.put("template", endpoint.template());
        FunctionStatus.Readiness readiness = function.readiness();
        node.put("ready", readiness.ready());
        put(node, "reason", readiness.reason());
        put(node, "message", readiness.message());
        put(node, "lastTransitionTime", readiness.lastTransitionTime());
    }

    private static void workload(ObjectNode node, WorkloadStatus workload) {
        put(node, "template", workload.template());
        ArrayNode explanation = node.putArray("template_explanation");
        workload.explanation().forEach(explanation::add);
        ArrayNode references = node.putArray("resource_refs");
        for (WorkloadStatus.ResourceRef each : workload.resourceRefs()) {
            references.addObject().put("kind", each.kind()).put("name", each.name());
        }
        ArrayNode routers = node.putArray("routers");
        for (WorkloadStatus.Router each : workload.routers()) {
            routers.addObject().put("service", each.service()).put("port", each.port());
        }
        ArrayNode revisions = node.putArray("revisions");
        for (WorkloadStatus.Revision each : workload.revisions()) {
            ObjectNode revision = revisions.addObject();
            revision.put("generation", each.generation()).put("spec", each.spec());
            put(revision, "available_at", each.availableAt());
        }
        ObjectNode progress = node.putObject("progress");
        put(progress, "since", workload.progress().since());
        put(progress, "phase_since", workload.progress().phaseSince());
        put(progress, "clear_since", workload.progress().clearSince());
    }

    private static void nfr(ObjectNode node, NfrStatus nfr) {
        ObjectNode values = node.putObject("nfr_recommendations");
        nfr.recommendations()
                .forEach((dimension, value) -> values.put(dimension.toString(), value));
        ArrayNode observations = node.putArray("nfr_observations");
        for (NfrStatus.Recommendation each : nfr.observations()) {
            ObjectNode observation = observations.addObject();
            observation.put("function_key", each.functionKey());
            observation.put("dimension", each.dimension().toString());
            observation.put("value", each.value());
            observation.put("confidence", each.confidence());
            put(observation, "observed_at", each.observedAt());
            observation.put("generation", each.generation());
        }
        ArrayNode applied = node.putArray("last_applied_recommendations");
        for (NfrStatus.AppliedRecommendation each : nfr.applied()) {
            applied.addObject()
                    .put("component", each.component())
                    .put("dimension", each.dimension())
                    .put("target", each.target())
                    .put("basis", each.basis())
                    .put("confidence", each.confidence());
        }
        put(node, "last_applied_at", nfr.lastAppliedAt());
        ArrayNode enforcement = node.putArray("nfr_enforcement");
        for (NfrStatus.Enforcement each : nfr.enforcement()) {
            enforcement(enforcement.addObject(), each);
        }
    }

    private static void enforcement(ObjectNode node, NfrStatus.Enforcement each) {
        node.put("function_key", each.functionKey()).put("dimension", each.dimension().toString());
        if (each.target() != null) node.put("target", each.target());
        put(node, "changed_at", each.changedAt());
        put(node, "cooldown_until", each.cooldownUntil());
        if (each.applied() != null) node.put("applied", each.applied());
        NfrStatus.Failure failure = each.failure();
        if (failure != null) {
            ObjectNode inner = node.putObject("failure");
            inner.put("reason", failure.reason()).put("message", failure.message());
            inner.put("attempts", failure.attempts());
            put(inner, "retry_at", failure.retryAt());
        }
        put(node, "announced", each.announced());
    }

    /// An empty text is left out: some API servers take it for a null, and refuse it.
    private static void put(ObjectNode node, String name, @Nullable String text) {
        if (text != null && !text.isEmpty()) node.put(name, text);
    }

    private static void put(ObjectNode node, String name, @Nullable Instant time) {
        if (time != null) node.put(name, time.toString());
    }
}
