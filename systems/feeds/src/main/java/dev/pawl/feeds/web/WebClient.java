package dev.pawl.feeds.web;

import dev.pawl.fetch.DocumentClient;
import dev.pawl.fetch.DocumentRequest;
import dev.pawl.fetch.Fetch;
import dev.pawl.fetch.FetchException;
import dev.pawl.fetch.FetchGate;
import dev.pawl.fetch.FetchedDocument;
import dev.pawl.orchestrator.limit.FailureKind;
import dev.pawl.orchestrator.provider.RequestGate;
import dev.pawl.orchestrator.provider.SourceException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Optional;

/// Fetches documents for the orchestrator: through its gate, and with its kinds of failures.
record WebClient(DocumentClient documents, InstantSource clock) implements AutoCloseable {

    Instant now() {
        return clock.instant();
    }

    /// Fetches a document; empty if the server has the content that the request excludes.
    Optional<FetchedDocument> fetch(DocumentRequest request, Fetch fetch, RequestGate gate)
            throws SourceException, InterruptedException {
        try {
            return documents.fetch(request, fetch.through(adapted(gate)));
        } catch (FetchException e) {
            throw failure(e);
        }
    }

    private static FetchGate adapted(RequestGate gate) {
        return new FetchGate() {
            @Override
            public void pass() throws FetchException {
                try {
                    gate.pass();
                } catch (SourceException e) {
                    throw FetchException.throttled(String.valueOf(e.getMessage()), e);
                }
            }

            @Override
            public void succeeded() {
                gate.succeeded();
            }
        };
    }

    private SourceException failure(FetchException error) {
        if (error.getCause() instanceof SourceException ofGate) return ofGate;
        String message = String.valueOf(error.getMessage());
        FailureKind kind = kind(error.kind());
        Optional<Duration> wait = error.retryAfter(now());
        return kind == FailureKind.THROTTLED && wait.isPresent()
                ? SourceException.throttled(message, now().plus(wait.get()))
                : new SourceException(kind, message, error);
    }

    /// A disk that is full or fails is repaired by an operator, and the provider then resumes.
    private static FailureKind kind(FetchException.Kind kind) {
        return switch (kind) {
            case THROTTLED -> FailureKind.THROTTLED;
            case TRANSIENT, NO_SPACE, UNWRITABLE -> FailureKind.TRANSIENT;
            case DENIED -> FailureKind.AUTH;
            case NOT_FOUND -> FailureKind.NOT_FOUND;
            case BAD_KEY, TOO_LARGE, CHANGED, MISMATCH, REFUSED -> FailureKind.SCHEMA;
        };
    }

    @Override
    public void close() {
        documents.close();
    }
}
