package dev.pawl.machine;

/// Not all children of a run have a response: some failed, or are not stored any more. No retry
/// changes that, so a run whose body throws this fails, unless its retry policy says otherwise.
public final class ChildrenFailed extends RuntimeException {
    private static final long serialVersionUID = 1;

    public ChildrenFailed(String message) {
        super(message);
    }
}
