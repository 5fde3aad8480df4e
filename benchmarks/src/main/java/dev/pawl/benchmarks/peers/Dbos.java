package dev.pawl.benchmarks.peers;

import com.zaxxer.hikari.HikariDataSource;
import dev.dbos.transact.DBOS;
import dev.dbos.transact.config.DBOSConfig;
import dev.dbos.transact.workflow.Workflow;
import java.sql.SQLException;

/// DBOS Transact: a workflow that is started directly, not through a queue, with five steps.
final class Dbos implements Peer {
    /// Its default is 10; of 10, 20 and 40 this was the fastest.
    private static final int CONNECTIONS = 20;

    private final String url;
    private final HikariDataSource pool;
    private final DBOS dbos;
    private final Flow flow;

    private Dbos(String url) {
        this.url = url;
        this.pool = Tables.pool(url, CONNECTIONS);
        this.dbos = new DBOS(DBOSConfig.defaults("bench").withDataSource(pool).withAppVersion("1"));
        this.flow = dbos.registerProxy(Flow.class, new FiveSteps(dbos));
        dbos.launch();
    }

    static Dbos open(String url) {
        return new Dbos(url);
    }

    @Override
    public void run() {
        String state = dbos.startWorkflow(() -> flow.run(JobState.REQUEST)).getResult();
        if (!state.equals(JobState.after(STEPS - 1))) {
            throw new IllegalStateException("a run ended with " + state);
        }
    }

    @Override
    public void verify(long runs) throws SQLException {
        String ended = "select count(*) from dbos.workflow_status where status = 'SUCCESS'";
        Tables.check(url, ended, runs);
        Tables.check(url, "select count(*) from dbos.workflow_status", runs);
        Tables.check(
                url,
                "select count(*) from (select 1 from dbos.operation_outputs"
                        + " group by workflow_uuid having count(*) = %d) complete".formatted(STEPS),
                runs);
    }

    @Override
    public void close() {
        dbos.close();
        pool.close();
    }

    /// The workflow that the engine wraps.
    public interface Flow {
        String run(String request);
    }

    private record FiveSteps(DBOS dbos) implements Flow {
        @Override
        @Workflow(name = "five-steps")
        public String run(String request) {
            String state = request;
            for (int i = 0; i < STEPS; i++) {
                int step = i;
                state = dbos.runStep(() -> JobState.after(step), "step-" + step);
            }
            return state;
        }
    }
}
