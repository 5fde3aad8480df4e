package dev.pawl.orchestrator.provider;

/// A source of data, what its records become, and where they go.
///
/// @param <R> a record as the source has it
/// @param <T> what is made of it
public record Provider<R, T>(
        ProviderConfig config, Source<R> source, Mapping<R, T> mapping, Sink<T> sink) {

    public String id() {
        return config.id();
    }
}
