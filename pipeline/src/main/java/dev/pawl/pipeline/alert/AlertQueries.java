package dev.pawl.pipeline.alert;

import dev.pawl.engine.store.Filter;
import dev.pawl.engine.store.Page;
import dev.pawl.engine.store.Store;
import dev.pawl.machine.JsonCodec;
import dev.pawl.pipeline.alert.AlertStatus.State;
import dev.pawl.run.Failure;
import dev.pawl.run.Payload;
import dev.pawl.run.Run;
import dev.pawl.run.RunId;
import dev.pawl.run.RunStatus;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Reads alerts and their deliveries from a store, as of the last commit; needs no engine.
public final class AlertQueries {
    /// The largest number of alerts that are listed at once.
    public static final int LIMIT_MAX = 1_000;

    private final Store store;

    private AlertQueries(Store store) {
        this.store = store;
    }

    /// Returns the queries of a store; one in which no alert was ever started has none.
    public static AlertQueries of(Store store) {
        return new AlertQueries(store);
    }

    /// Returns the newest alerts, newest first.
    public List<AlertStatus> newest(int limit) {
        return list(Filter.ALL, limit);
    }

    /// Returns the newest alerts that are not delivered yet, newest first.
    public List<AlertStatus> pending(int limit) {
        return list(Filter.ALL.live(), limit);
    }

    /// Returns the newest alerts that a channel has failed to deliver, newest first.
    public List<AlertStatus> failed(int limit) {
        Filter filter =
                Filter.ALL.status(
                        RunStatus.FAILED,
                        RunStatus.ABORTED,
                        RunStatus.EXHAUSTED,
                        RunStatus.EXPIRED);
        return list(filter, limit);
    }

    /// Returns one alert, if the run exists and is one.
    public Optional<AlertStatus> find(RunId id) {
        return store.run(id).filter(run -> run.machine().equals(Alerts.NAME)).map(this::status);
    }

    private List<AlertStatus> list(Filter filter, int limit) {
        if (limit < 1 || limit > LIMIT_MAX) {
            throw new IllegalArgumentException(
                    "expected a limit of 1 to %d alerts, found %d".formatted(LIMIT_MAX, limit));
        }
        return store.runs(filter.machine(Alerts.NAME), Page.newest(limit)).stream()
                .map(this::status)
                .toList();
    }

    private AlertStatus status(Run run) {
        Filter children = Filter.ALL.machine(DeliveryMachine.NAME).parent(run.id());
        List<AlertStatus.Delivery> deliveries =
                store.runs(children, Page.oldest(LIMIT_MAX)).stream()
                        .map(AlertQueries::delivery)
                        .toList();
        return new AlertStatus(
                run.id(),
                JsonCodec.JSON.decode(run.origin().request(), Alert.class),
                state(run.status()),
                run.timing().created(),
                run.timing().ended(),
                deliveries);
    }

    private static AlertStatus.Delivery delivery(Run run) {
        Payload response = run.data().response();
        AlertReceipt receipt =
                response == null ? null : JsonCodec.JSON.decode(response, AlertReceipt.class);
        return new AlertStatus.Delivery(
                run.id(),
                Alerts.channel(run),
                state(run.status()),
                receipt == null ? run.progress().attempt() : receipt.attempts(),
                run.failure().map(Failure::message).orElse(null),
                run.wake().orElse(null),
                run.timing().ended(),
                detail(run, receipt));
    }

    private static @Nullable String detail(Run run, @Nullable AlertReceipt receipt) {
        return receipt == null ? run.progress().waitsFor().orElse(null) : receipt.detail();
    }

    private static State state(RunStatus status) {
        return switch (status) {
            case DELAYED,
                    BLOCKED,
                    QUEUED,
                    ACQUIRING,
                    RUNNING,
                    BACKING_OFF,
                    WAITING,
                    PAUSED,
                    PARKED,
                    CLEANING ->
                    State.PENDING;
            case COMPLETED -> State.DELIVERED;
            case ABORTED, FAILED, EXHAUSTED, EXPIRED -> State.FAILED;
            case CANCELLED, SKIPPED -> State.CANCELLED;
        };
    }
}
