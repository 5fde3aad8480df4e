package dev.pawl.classes.cluster;

/// A kind of objects of the API server: `apps/v1`, `Deployment`, `deployments`. All of them live in
/// a namespace.
public record ResourceKind(String apiVersion, String kind, String plural) {
    public static final ResourceKind CLASS_RUNTIME =
            new ResourceKind("oaas.io/v1alpha1", "ClassRuntime", "classruntimes");
    public static final ResourceKind DEPLOYMENT =
            new ResourceKind("apps/v1", "Deployment", "deployments");
    public static final ResourceKind SERVICE = new ResourceKind("v1", "Service", "services");
    public static final ResourceKind POD = new ResourceKind("v1", "Pod", "pods");
    public static final ResourceKind EVENT = new ResourceKind("v1", "Event", "events");
    public static final ResourceKind KNATIVE_SERVICE =
            new ResourceKind("serving.knative.dev/v1", "Service", "services");
    public static final ResourceKind AUTOSCALER =
            new ResourceKind(
                    "autoscaling/v1", "HorizontalPodAutoscaler", "horizontalpodautoscalers");
    public static final ResourceKind LEASE =
            new ResourceKind("coordination.k8s.io/v1", "Lease", "leases");

    /// Returns the API group, empty for the core group.
    public String group() {
        int slash = apiVersion.indexOf('/');
        return slash < 0 ? "" : apiVersion.substring(0, slash);
    }

    @Override
    public String toString() {
        return kind;
    }
}
