package dev.pawl.orchestrator.provider;

import dev.pawl.orchestrator.broker.PermitTerms;
import dev.pawl.orchestrator.limit.ProviderBackoff;
import java.time.Duration;
import java.util.List;
import java.util.regex.Pattern;

/// The configuration of a provider. The first six are those of the specification, with its
/// defaults.
///
/// @param id its name, unique among providers
/// @param providerType the kind of data, such as `cve`
/// @param dependencies the providers that must complete before it starts
/// @param batchSize the number of items in a batch
/// @param maxRetries how often it retries after a failure
/// @param retryDelay how long it waits before the first retry
/// @param terms how it shares permits with other providers
/// @param limits how often its source may be asked, and how many bad items are too many
public record ProviderConfig(
        String id,
        String providerType,
        List<String> dependencies,
        int batchSize,
        int maxRetries,
        Duration retryDelay,
        PermitTerms terms,
        SourceLimits limits) {
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
                    "provider '%s': expected a batch of 1 item or more, found %d"
                            .formatted(id, batchSize));
        }
        if (maxRetries < 0) {
            throw new IllegalArgumentException(
                    "provider '%s': expected 0 retries or more, found %d"
                            .formatted(id, maxRetries));
        }
        if (!retryDelay.isPositive() || retryDelay.compareTo(ProviderBackoff.LONGEST) > 0) {
            throw new IllegalArgumentException(
                    "provider '%s': expected a positive retry delay of at most %s, found %s"
                            .formatted(id, ProviderBackoff.LONGEST, retryDelay));
        }
    }

    /// Returns a configuration with default values.
    public static ProviderConfig of(String id, String providerType) {
        return new ProviderConfig(
                id,
                providerType,
                List.of(),
                BATCH_SIZE,
                MAX_RETRIES,
                RETRY_DELAY,
                new PermitTerms(0, 1, 1, PERMITS_MAX),
                SourceLimits.UNLIMITED);
    }

    /// Returns this with other dependencies: the providers that must complete first.
    public ProviderConfig after(String... others) {
        return new ProviderConfig(
                id,
                providerType,
                List.of(others),
                batchSize,
                maxRetries,
                retryDelay,
                terms,
                limits);
    }

    /// Returns this with another batch size.
    public ProviderConfig batches(int items) {
        return new ProviderConfig(
                id, providerType, dependencies, items, maxRetries, retryDelay, terms, limits);
    }

    /// Returns this with another number of retries and another delay before the first.
    public ProviderConfig retries(int max, Duration delay) {
        return new ProviderConfig(
                id, providerType, dependencies, batchSize, max, delay, terms, limits);
    }

    /// Returns this with other permit terms.
    public ProviderConfig terms(PermitTerms other) {
        return new ProviderConfig(
                id, providerType, dependencies, batchSize, maxRetries, retryDelay, other, limits);
    }

    /// Returns this with other limits for its source.
    public ProviderConfig limits(SourceLimits other) {
        return new ProviderConfig(
                id, providerType, dependencies, batchSize, maxRetries, retryDelay, terms, other);
    }

    private static void requireWord(String what, String value) {
        if (!WORD.matcher(value).matches()) {
            throw new IllegalArgumentException(
                    "expected a provider %s of 1 to 40 lowercase letters, digits and hyphens,"
                                    .formatted(what)
                            + " starting with a letter, found '%s'".formatted(value));
        }
    }
}
