package dev.pawl.orchestrator.provider;

/// Limits the requests of a source to its server: by rate, and while the server fails.
///
/// Thread-safe.
public interface RequestGate {
    /// Returns if a request may be made now. Otherwise throws [SourceException] with the time until
    /// which to wait: the rate is used up, or the server has failed too often.
    void pass() throws SourceException;

    /// Reports that the server answered.
    void succeeded();

    /// A gate without limits, for sources without a server.
    RequestGate OPEN =
            new RequestGate() {
                @Override
                public void pass() {}

                @Override
                public void succeeded() {}
            };
}
