package dev.pawl.orchestrator.provider;

/// A source of data, how its records are mapped, and where the items are written.
///
/// @param <R> a record of the source
/// @param <T> the value of a mapped item
public record Provider<R, T>(
        ProviderConfig config, Source<R> source, RecordMapping<R, T> mapping, Sink<T> sink) {

    public String id() {
        return config.id();
    }
}
