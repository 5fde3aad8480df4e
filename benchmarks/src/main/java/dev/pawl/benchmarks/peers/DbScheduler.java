package dev.pawl.benchmarks.peers;

import com.github.kagkarlsson.scheduler.Scheduler;
import com.github.kagkarlsson.scheduler.task.CompletionHandler;
import com.github.kagkarlsson.scheduler.task.CompletionHandler.OnCompleteRemove;
import com.github.kagkarlsson.scheduler.task.CompletionHandler.OnCompleteReplace;
import com.github.kagkarlsson.scheduler.task.Task;
import com.github.kagkarlsson.scheduler.task.TaskDescriptor;
import com.github.kagkarlsson.scheduler.task.TaskInstance;
import com.github.kagkarlsson.scheduler.task.helper.Tasks;
import com.zaxxer.hikari.HikariDataSource;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;

/// db-scheduler: one task per step, each of which replaces itself with the next one and the new
/// state.
///
/// The row of a run changes with each step and is removed after the last: there is no history. So
/// the five steps are checked while they execute: a step fails if it does not find the state that
/// the previous step left.
final class DbScheduler implements Peer {
    private static final int THREADS = 40;

    /// When to fetch and how many, as fractions of the threads: many at a time, since a task takes
    /// almost no time.
    private static final double FETCH_BELOW = 1.0;

    private static final double FETCH_UP_TO = 4.0;
    private static final String TABLES =
            """
            create table scheduled_tasks (
                task_name text not null,
                task_instance text not null,
                task_data bytea,
                execution_time timestamptz not null,
                picked boolean not null,
                picked_by text,
                last_success timestamptz,
                last_failure timestamptz,
                consecutive_failures int,
                last_heartbeat timestamptz,
                version bigint not null,
                priority smallint,
                primary key (task_name, task_instance));
            create index execution_time_idx on scheduled_tasks (execution_time);
            create index last_heartbeat_idx on scheduled_tasks (last_heartbeat);
            """;

    private final String url;
    private final HikariDataSource pool;
    private final Scheduler scheduler;
    private final Map<String, CompletableFuture<Void>> waiting = new ConcurrentHashMap<>();
    private final AtomicLong started = new AtomicLong();
    private final AtomicLong recorded = new AtomicLong();

    private DbScheduler(String url) {
        this.url = url;
        this.pool = Tables.pool(url, THREADS + 2);
        List<Task<?>> tasks = new ArrayList<>();
        for (int i = 0; i < STEPS; i++) {
            int step = i;
            tasks.add(Tasks.custom(descriptor(i)).execute((run, _) -> execute(step, run)));
        }
        this.scheduler =
                Scheduler.create(pool, tasks)
                        .threads(THREADS)
                        .pollUsingLockAndFetch(FETCH_BELOW, FETCH_UP_TO)
                        .enableImmediateExecution()
                        .build();
        scheduler.start();
    }

    static DbScheduler open(String url) throws SQLException {
        Tables.make(url, TABLES);
        return new DbScheduler(url);
    }

    @Override
    public void run() throws Exception {
        String id = Long.toString(started.incrementAndGet());
        CompletableFuture<Void> end = new CompletableFuture<>();
        waiting.put(id, end);
        scheduler.schedule(
                descriptor(0).instance(id).data(JobState.REQUEST).build(), Instant.now());
        end.get();
    }

    @Override
    public void verify(long runs) throws SQLException {
        if (recorded.get() != runs * STEPS) {
            throw new IllegalStateException(
                    "expected %d steps, found %d".formatted(runs * STEPS, recorded.get()));
        }
        Tables.check(url, "select count(*) from scheduled_tasks", 0);
    }

    @Override
    public void close() {
        scheduler.stop();
        pool.close();
    }

    private CompletionHandler<String> execute(int step, TaskInstance<String> run) {
        if (!run.getData().equals(JobState.before(step))) {
            var wrong = new IllegalStateException("step %d found %s".formatted(step, run));
            end(run).completeExceptionally(wrong);
            throw wrong;
        }
        boolean last = step == STEPS - 1;
        CompletionHandler<String> next =
                last
                        ? new OnCompleteRemove<>()
                        : new OnCompleteReplace<>(descriptor(step + 1), JobState.after(step));
        return (complete, operations) -> {
            next.complete(complete, operations);
            recorded.incrementAndGet();
            if (last) end(run).complete(null);
        };
    }

    private CompletableFuture<Void> end(TaskInstance<String> run) {
        CompletableFuture<Void> end = waiting.remove(run.getId());
        if (end == null) throw new IllegalStateException("no caller waits for " + run);
        return end;
    }

    private static TaskDescriptor<String> descriptor(int step) {
        return TaskDescriptor.of("step-" + step, String.class);
    }
}
