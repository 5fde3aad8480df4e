package dev.pawl.orchestrator.provider;

import dev.pawl.orchestrator.broker.Terms;
import java.time.Duration;
import java.util.List;
import java.util.regex.Pattern;

/// How a provider is run. The first six are the document's, with its defaults.
///
/// @param id its name, unique among the providers
/// @param providerType what it provides, such as `cve`
/// @param dependencies the providers that must have completed before it starts
/// @param batchSize how many items are one batch
/// @param maxRetries how often it tries again after a failure
/// @param retryDelay how long it waits before the first of them
/// @param terms how it shares permits with others
/// @param pace how its source may be used
public record ProviderConfig(
        String id,
        String providerType,
        List<String> dependencies,
        int batchSize,
        int maxRetries,
        Duration retryDelay,
        Terms terms,
        Pace pace) {
    public static final int BATCH_SIZE = 100;
    public static final int MAX_RETRIES = 3;
    public static final Duration RETRY_DELAY = Duration.ofSeconds(5);

    private static final int PERMITS_MAX = 4;
    private static final Pattern WORD = Pattern.compile("[a-z][a-z0-9-]{0,39}");

    public ProviderConfig {
        dependencies = List.copyOf(dependencies);
        requireWord("id", id);
        requireWord("type", providerType);
        if (batchSize < 1) {
            throw new IllegalArgumentException(
                    "provider '%s': a batch has 1 item or more, not %d".formatted(id, batchSize));
        }
        if (maxRetries < 0) {
            throw new IllegalArgumentException(
                    "provider '%s': retries are 0 or more, not %d".formatted(id, maxRetries));
        }
        if (!retryDelay.isPositive()) {
            throw new IllegalArgumentException(
                    "provider '%s': a delay is positive, not %s".formatted(id, retryDelay));
        }
    }

    /// Returns the defaults for a provider of a type.
    public static ProviderConfig of(String id, String providerType) {
        return new ProviderConfig(
                id,
                providerType,
                List.of(),
                BATCH_SIZE,
                MAX_RETRIES,
                RETRY_DELAY,
                new Terms(0, 1, 1, PERMITS_MAX),
                Pace.UNLIMITED);
    }

    /// Returns this with providers that must have completed first.
    public ProviderConfig after(String... others) {
        return new ProviderConfig(
                id, providerType, List.of(others), batchSize, maxRetries, retryDelay, terms, pace);
    }

    /// Returns this with another number of items in a batch.
    public ProviderConfig batches(int items) {
        return new ProviderConfig(
                id, providerType, dependencies, items, maxRetries, retryDelay, terms, pace);
    }

    /// Returns this with other retries after a failure.
    public ProviderConfig retries(int max, Duration delay) {
        return new ProviderConfig(
                id, providerType, dependencies, batchSize, max, delay, terms, pace);
    }

    /// Returns this with other terms for permits.
    public ProviderConfig terms(Terms other) {
        return new ProviderConfig(
                id, providerType, dependencies, batchSize, maxRetries, retryDelay, other, pace);
    }

    /// Returns this with other rules for its source.
    public ProviderConfig pace(Pace other) {
        return new ProviderConfig(
                id, providerType, dependencies, batchSize, maxRetries, retryDelay, terms, other);
    }

    private static void requireWord(String what, String value) {
        if (!WORD.matcher(value).matches()) {
            throw new IllegalArgumentException(
                    "the %s of a provider is 1 to 40 small letters, digits and hyphens, not '%s'"
                            .formatted(what, value));
        }
    }
}
