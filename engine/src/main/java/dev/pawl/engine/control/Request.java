package dev.pawl.engine.control;

import static java.util.Objects.requireNonNull;

import dev.pawl.engine.Command;
import dev.pawl.engine.Operators.By;
import dev.pawl.engine.QueueSettings;
import dev.pawl.engine.Submission;
import dev.pawl.engine.store.Filter;
import dev.pawl.engine.store.Page;
import dev.pawl.run.Payload;
import dev.pawl.run.RunId;
import org.jspecify.annotations.Nullable;

/// One call of a [Control] as it travels; the operation's name is the record's, with a small first
/// letter.
sealed interface Request {
    record Liveness() implements Request {}

    record Runs(Filter filter, Page page) implements Request {
        public Runs {
            requireNonNull(filter, "filter");
            requireNonNull(page, "page");
        }
    }

    record Count(Filter filter) implements Request {
        public Count {
            requireNonNull(filter, "filter");
        }
    }

    record Tally() implements Request {}

    record Run(RunId id) implements Request {
        public Run {
            requireNonNull(id, "id");
        }
    }

    record History(RunId id, long after, int limit) implements Request {
        public History {
            requireNonNull(id, "id");
            if (limit < 1 || limit > Page.LIMIT_MAX) {
                throw new IllegalArgumentException(
                        "limit is 1 to %d, not %d".formatted(Page.LIMIT_MAX, limit));
            }
        }
    }

    record Why(RunId id) implements Request {
        public Why {
            requireNonNull(id, "id");
        }
    }

    record Order(RunId id, Command command, By by) implements Request {
        public Order {
            requireNonNull(id, "id");
            requireNonNull(command, "command");
            requireNonNull(by, "by");
        }
    }

    record Preview(Filter filter, Command command) implements Request {
        public Preview {
            requireNonNull(filter, "filter");
            requireNonNull(command, "command");
        }
    }

    record OrderAll(Filter filter, Command command, By by) implements Request {
        public OrderAll {
            requireNonNull(filter, "filter");
            requireNonNull(command, "command");
            requireNonNull(by, "by");
        }
    }

    record Start(Submission asked) implements Request {
        public Start {
            requireNonNull(asked, "asked");
        }
    }

    record Fork(RunId id, String state, @Nullable Payload request, By by) implements Request {
        public Fork {
            requireNonNull(id, "id");
            requireNonNull(state, "state");
            requireNonNull(by, "by");
        }
    }

    record Definitions() implements Request {}

    record Queues() implements Request {}

    record SetQueue(QueueSettings settings) implements Request {
        public SetQueue {
            requireNonNull(settings, "settings");
        }
    }

    record PauseQueue(String name, boolean on) implements Request {
        public PauseQueue {
            requireNonNull(name, "name");
        }
    }

    record ResizeQueue(String name, int concurrency) implements Request {
        public ResizeQueue {
            requireNonNull(name, "name");
        }
    }

    record Pools() implements Request {}

    record ReleasePermits(String pool, String holder) implements Request {
        public ReleasePermits {
            requireNonNull(pool, "pool");
            requireNonNull(holder, "holder");
        }
    }

    record Schedules() implements Request {}

    record PauseSchedule(String name, boolean on) implements Request {
        public PauseSchedule {
            requireNonNull(name, "name");
        }
    }

    record Reports() implements Request {}

    record Verify() implements Request {}

    /// Lets `control` answer this request.
    default Object answeredBy(Control control) {
        return switch (this) {
            case Liveness() -> control.liveness();
            case Runs(var filter, var page) -> control.runs(filter, page);
            case Count(var filter) -> control.count(filter);
            case Tally() -> control.tally();
            case Run(var id) -> control.run(id);
            case History(var id, var after, var limit) -> control.history(id, after, limit);
            case Why(var id) -> control.why(id);
            case Order(var id, var command, var by) -> control.order(id, command, by);
            case Preview(var filter, var command) -> control.preview(filter, command);
            case OrderAll(var filter, var command, var by) -> control.orderAll(filter, command, by);
            case Start(var asked) -> control.start(asked);
            case Fork(var id, var state, var request, var by) ->
                    control.fork(id, state, request, by);
            case Definitions() -> control.definitions();
            case Queues() -> control.queues();
            case SetQueue(var settings) -> done(() -> control.setQueue(settings));
            case PauseQueue(var name, var on) -> done(() -> control.pauseQueue(name, on));
            case ResizeQueue(var name, var size) -> done(() -> control.resizeQueue(name, size));
            case Pools() -> control.pools();
            case ReleasePermits(var pool, var holder) -> control.releasePermits(pool, holder);
            case Schedules() -> control.schedules();
            case PauseSchedule(var name, var on) -> done(() -> control.pauseSchedule(name, on));
            case Reports() -> control.reports();
            case Verify() -> control.verify();
        };
    }

    /// Returns whether the answer takes the longer the more runs there are, so that no bound fits.
    default boolean isLong() {
        return this instanceof Preview || this instanceof OrderAll || this instanceof Verify;
    }

    private static Object done(Runnable order) {
        order.run();
        return true;
    }
}
