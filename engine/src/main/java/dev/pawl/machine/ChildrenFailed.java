package dev.pawl.machine;

/// Thrown if a child of a run failed or is no longer stored, so not all children have a response.
///
/// A retry cannot change that, so a run whose body throws this fails, unless its retry policy says
/// otherwise.
public final class ChildrenFailed extends RuntimeException {
    private static final long serialVersionUID = 1;

    public ChildrenFailed(String message) {
        super(message);
    }
}
