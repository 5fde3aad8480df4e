package dev.pawl.fetch;

/// Limits how often a server is asked: called around a [Fetch], on the thread of its caller.
public interface FetchGate {
    /// A gate that lets every request pass.
    FetchGate OPEN =
            new FetchGate() {
                @Override
                public void pass() {}

                @Override
                public void succeeded() {}
            };

    /// Returns if a request may be sent now, and throws [FetchException#throttled] if not.
    ///
    /// It is called before each attempt of a fetch: one request for a document, or one for the
    /// description and one for the content of an object, with the redirects that follow.
    void pass() throws FetchException;

    /// Called when a fetch has succeeded.
    void succeeded();
}
