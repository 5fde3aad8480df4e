package dev.pawl.classes.observation;

import dev.pawl.classes.cluster.ResourceKind;

/// A kind of children, by its role. Two roles may be the same kind of the API server.
public enum ManagedKind {
    DEPLOYMENT("Deployment"),
    SERVICE("Service"),
    KNATIVE_SERVICE("KnativeService"),
    ODGM_DEPLOYMENT("Deployment"),
    ODGM_SERVICE("Service"),
    HPA("HorizontalPodAutoscaler");

    private final String title;

    ManagedKind(String title) {
        this.title = title;
    }

    /// Returns the kind of the API server.
    public ResourceKind resource() {
        return switch (this) {
            case DEPLOYMENT, ODGM_DEPLOYMENT -> ResourceKind.DEPLOYMENT;
            case SERVICE, ODGM_SERVICE -> ResourceKind.SERVICE;
            case KNATIVE_SERVICE -> ResourceKind.KNATIVE_SERVICE;
            case HPA -> ResourceKind.AUTOSCALER;
        };
    }

    /// Returns whether it belongs to the data grid and not to a function.
    public boolean isOfDataGrid() {
        return this == ODGM_DEPLOYMENT || this == ODGM_SERVICE;
    }

    /// Returns the name that messages use.
    public String title() {
        return title;
    }
}
