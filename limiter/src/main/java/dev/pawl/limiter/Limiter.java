package dev.pawl.limiter;

import dev.pawl.engine.CauseProvider;
import dev.pawl.engine.Engine;
import dev.pawl.engine.EngineOptions;
import dev.pawl.engine.Host;
import dev.pawl.engine.SystemDocuments;
import dev.pawl.engine.store.NamedDocument;
import dev.pawl.engine.store.Store;
import dev.pawl.limiter.budget.BudgetSettings;
import dev.pawl.limiter.budget.BudgetState;
import dev.pawl.limiter.budget.BudgetStatus;
import dev.pawl.machine.JsonCodec;
import java.time.Instant;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Stream;

/// Limits requests to servers, for all nodes of a store together.
///
/// ```java sketch
/// Limiter limiter = new Limiter(new RealHost());
/// Engine engine = Engine.open(store, limiter::register);
/// RequestBudget nvd = limiter.budget(BudgetSettings.of("nvd", 50, Duration.ofSeconds(30)));
/// ```
///
/// Budgets are in the store, so neither a crash nor a restart hands out the same window again.
/// Nodes must agree about the time within a small part of the window. Thread-safe.
public final class Limiter {
    private static final String PREFIX = "limiter/";

    private final Host host;
    private final String node;
    private final AtomicReference<SystemDocuments> documents = new AtomicReference<>();
    private final Map<String, RequestBudget> budgets = new HashMap<>();

    /// Creates a limiter.
    ///
    /// @param host the engine's
    public Limiter(Host host) {
        this.host = host;
        // A process that crashed keeps its reservations under another name until they expire.
        this.node = host.where() + "-" + HexFormat.of().toHexDigits(host.random().nextInt());
    }

    /// Registers the limiter with an engine that is about to open.
    public void register(EngineOptions options) {
        options.opening((Engine engine) -> documents.set(engine.documents()));
        options.explaining(causes());
    }

    /// Returns the budget of this name. Settings that differ from those of other nodes or of an
    /// earlier process apply to what this node reserves from now on.
    public synchronized RequestBudget budget(BudgetSettings settings) {
        RequestBudget budget =
                budgets.computeIfAbsent(
                        settings.name(),
                        _ -> new RequestBudget(settings, node, host, this::documents));
        if (!budget.settings().equals(settings)) {
            throw new IllegalArgumentException(
                    "expected one setting of budget '%s', found %s and %s"
                            .formatted(settings.name(), budget.settings(), settings));
        }
        return budget;
    }

    private SystemDocuments documents() {
        SystemDocuments found = documents.get();
        if (found == null) {
            throw new IllegalStateException(
                    "expected an engine that was opened with this limiter, found none; pass"
                            + " Limiter.register to Engine.open");
        }
        return found;
    }

    /// Returns the status of all budgets in a store, by name. It only reads, so it also works
    /// without an engine.
    public static List<BudgetStatus> statuses(Store store, Instant now) {
        return stored(store).stream().map(each -> BudgetStatus.of(each, now)).toList();
    }

    static List<BudgetState> stored(Store store) {
        return store.documents(NamedDocument.Kind.SYSTEM, PREFIX).stream()
                .flatMap(each -> Stream.ofNullable(each.body()))
                .map(body -> JsonCodec.JSON.decode(body, BudgetState.class))
                .toList();
    }

    /// Returns the provider of causes for the engine's `why`, for runs that wait for a budget.
    public static CauseProvider causes() {
        return BudgetCauses.ALL;
    }

    static String document(String budget) {
        return PREFIX + budget;
    }
}
