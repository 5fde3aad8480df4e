package dev.pawl.orchestrator.provider;

/// Stands between a source and its server: it knows how often the server may be asked, and whether
/// it answers at all.
///
/// For any thread.
public interface Gate {
    /// Passes if a request may be made now. Throws [SourceException] with the time until which to
    /// wait if not: the rate of the source is used up, or its server is given a rest.
    void pass() throws SourceException;

    /// Says that the server answered.
    void succeeded();

    /// A gate that is always open, for sources without a server.
    Gate OPEN =
            new Gate() {
                @Override
                public void pass() {}

                @Override
                public void succeeded() {}
            };
}
