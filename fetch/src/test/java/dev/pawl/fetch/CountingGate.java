package dev.pawl.fetch;

/// Lets a number of requests pass, and counts.
final class CountingGate implements FetchGate {
    private final int limit;
    private int passed;
    private int successes;

    CountingGate(int limit) {
        this.limit = limit;
    }

    @Override
    public synchronized void pass() throws FetchException {
        if (passed == limit) {
            throw FetchException.throttled("used up", new IllegalStateException("the limit"));
        }
        passed++;
    }

    @Override
    public synchronized void succeeded() {
        successes++;
    }

    synchronized int passed() {
        return passed;
    }

    synchronized int successes() {
        return successes;
    }
}
