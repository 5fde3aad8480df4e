package dev.pawl.store.postgres;

import dev.pawl.engine.store.Claim;
import dev.pawl.engine.store.Cluster;
import dev.pawl.engine.store.Heartbeat;
import dev.pawl.engine.store.Member;
import dev.pawl.engine.store.NodeInfo;
import dev.pawl.engine.store.NodeSlot;
import dev.pawl.engine.store.PermitWaiter;
import dev.pawl.engine.store.Queued;
import dev.pawl.engine.store.StoreException;
import dev.pawl.run.MachineRef;
import dev.pawl.run.Message;
import dev.pawl.run.Run;
import dev.pawl.run.RunId;
import dev.pawl.store.sql.Dialect;
import dev.pawl.store.sql.Queries;
import dev.pawl.store.sql.SqlSession;
import dev.pawl.store.threads.RetryDelay;
import java.sql.Array;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.locks.ReentrantLock;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// How nodes share the tables, through the functions of the schema.
///
/// Every call may be repeated when its answer was lost: a second [#join] ends the lease of the same
/// name, and a claim repeated under the same number returns the same runs.
public final class PgCluster implements Cluster {
    private static final String CLAIM_PARAMETERS = "?, ?, ?, ?, ?, ?";

    private final PgPool pool;
    private final PgCommitSlots slots;
    private final PgChains chains;
    private final PgWriter writer;
    private final PgListener listener;

    /// One claim at a time: the numbers must reach the server in order.
    private final ReentrantLock claiming = new ReentrantLock();

    // Guarded by the lock.
    private long claims;

    public PgCluster(
            PgPool pool,
            PgCommitSlots slots,
            PgChains chains,
            PgWriter writer,
            PgListener listener) {
        this.pool = pool;
        this.slots = slots;
        this.chains = chains;
        this.writer = writer;
        this.listener = listener;
    }

    @Override
    public NodeSlot join(NodeInfo node, Duration lease) {
        NodeSlot joined =
                pool.ask(
                        "joining the nodes of",
                        session -> {
                            PreparedStatement call =
                                    session.prepare(
                                            "select epoch, slot from @join(?, ?, ?, ?, ?, ?, ?,"
                                                    + " ? * interval '1 microsecond', ?, ?)");
                            PgArrays to = new PgArrays(call, session.dialect());
                            call.setInt(to.next(), PgMigrations.ALL.size());
                            call.setString(to.next(), session.dialect().stored(node.name()));
                            call.setString(to.next(), session.dialect().stored(node.where()));
                            call.setString(to.next(), session.dialect().stored(node.version()));
                            add(to, node.machines());
                            call.setLong(to.next(), micros(lease));
                            call.setInt(to.next(), NodeSlot.COUNT);
                            call.setInt(to.next(), PgCommitSlots.COUNT);
                            try (ResultSet row = call.executeQuery()) {
                                row.next();
                                return new NodeSlot(row.getLong(1), row.getInt(2));
                            }
                        });
        slots.join(joined);
        return joined;
    }

    @Override
    public Heartbeat heartbeat(Claim claim, Duration lease) {
        long epoch = epoch();
        return pool.ask(
                "extending the lease of node %d in".formatted(epoch),
                session -> {
                    PreparedStatement call =
                            session.prepare(
                                    "select * from @heartbeat(?, ? * interval '1 microsecond', "
                                            + CLAIM_PARAMETERS
                                            + ")");
                    PgArrays to = new PgArrays(call, session.dialect());
                    call.setLong(to.next(), epoch);
                    call.setLong(to.next(), micros(lease));
                    add(to, claim);
                    return heartbeat(call, session.dialect());
                });
    }

    @Override
    public void leave() {
        long epoch = epoch();
        pool.ask(
                "releasing the lease of node %d in".formatted(epoch),
                session -> {
                    PreparedStatement call = session.prepare("select @leave(?)");
                    call.setLong(1, epoch);
                    try (ResultSet row = call.executeQuery()) {
                        return row.next();
                    }
                });
    }

    @Override
    public List<Member> members() {
        return pool.ask(
                "reading the nodes of",
                session -> {
                    PreparedStatement query =
                            session.prepare(
                                    "select epoch, name, address, version, machines, versions,"
                                            + " fingerprints, state, joined, seen, until,"
                                            + " (select count(*) from @run as run"
                                            + " where run.owner = node.epoch and run.ended is null)"
                                            + " from @node as node order by epoch");
                    List<Member> members = new ArrayList<>();
                    try (ResultSet row = query.executeQuery()) {
                        while (row.next()) members.add(member(row, 1, row.getLong(12)));
                    }
                    return members;
                });
    }

    @Override
    public Set<MachineRef> registered() {
        return pool.ask(
                "reading the nodes of",
                session -> {
                    PreparedStatement query =
                            session.prepare(
                                    "select machines, versions, fingerprints from @node"
                                            + " where state = 'LIVE'");
                    Set<MachineRef> all = new HashSet<>();
                    try (ResultSet row = query.executeQuery()) {
                        while (row.next()) all.addAll(machines(row, 1));
                    }
                    return all;
                });
    }

    @Override
    public Instant now() {
        return pool.ask(
                "reading the clock of",
                session -> {
                    try (ResultSet row = session.prepare("select now()").executeQuery()) {
                        row.next();
                        return time(row, 1);
                    }
                });
    }

    @Override
    public List<Run> claim(Claim claim, int limit) {
        return claimed(
                "claiming runs in",
                (session, epoch, number) -> {
                    PreparedStatement call =
                            session.prepare(
                                    "select body, request, response, owner, chain"
                                            + " from @claim(?, ?, ?, "
                                            + CLAIM_PARAMETERS
                                            + ")");
                    PgArrays to = new PgArrays(call, session.dialect());
                    call.setLong(to.next(), epoch);
                    call.setLong(to.next(), number);
                    call.setInt(to.next(), limit);
                    add(to, claim);
                    return claimedRuns(call);
                });
    }

    /// A claimed run is changed next, which needs its hash.
    private List<Run> claimedRuns(PreparedStatement call) throws SQLException {
        List<Run> runs = new ArrayList<>();
        try (ResultSet row = call.executeQuery()) {
            while (row.next()) {
                Run run = Queries.read(row);
                chains.read(run, row.getLong(5));
                runs.add(run);
            }
        }
        return runs;
    }

    @Override
    public List<Message> claimMessages(int limit) {
        return claimed(
                "claiming messages in",
                (session, epoch, number) -> {
                    PreparedStatement call =
                            session.prepare(
                                    "select id, recipient, kind, name, body, sent"
                                            + " from @claim_messages(?, ?, ?)");
                    call.setLong(1, epoch);
                    call.setLong(2, number);
                    call.setInt(3, limit);
                    return Queries.messages(call, session.dialect());
                });
    }

    @Override
    public boolean holds(Message message) {
        return pool.ask(
                "reading",
                session -> {
                    PreparedStatement query =
                            session.prepare("select exists (select from @message where id = ?)");
                    query.setLong(1, message.id());
                    try (ResultSet row = query.executeQuery()) {
                        row.next();
                        return row.getBoolean(1);
                    }
                });
    }

    @Override
    public List<Queued> holders(String queue) {
        return pool.ask("reading", session -> PgQueries.holders(session, queue));
    }

    @Override
    public List<Queued> queued(String queue, Claim claim, Set<String> except, int limit) {
        PgQueries.Waiting which = new PgQueries.Waiting(queue, claim, except, limit);
        return pool.ask("reading", session -> PgQueries.queued(session, which));
    }

    @Override
    public List<PermitWaiter> permitWaiters(
            String pool, @Nullable Claim claim, int countMax, int limit) {
        var which = new PgQueries.PermitLine(pool, claim, countMax, limit);
        return this.pool.ask("reading", session -> PgQueries.permitWaiters(session, which));
    }

    @Override
    public List<Run> runs(Set<RunId> ids) {
        return pool.ask("reading", session -> PgQueries.runs(session, ids));
    }

    @Override
    public void listen(Runnable news) {
        listener.listen(news);
    }

    /// Adds the definitions of a claim, each set as three arrays.
    static void add(PgArrays to, Claim claim) throws SQLException {
        add(to, claim.mine());
        add(to, claim.others());
    }

    private static void add(PgArrays to, Collection<MachineRef> machines) throws SQLException {
        List<MachineRef> all = List.copyOf(machines);
        to.texts(all, MachineRef::name);
        to.ints(all, MachineRef::version);
        to.texts(all, MachineRef::fingerprint);
    }

    /// Retries until there is an answer: no node would recover runs that are claimed but unknown to
    /// their owner.
    private <T> List<T> claimed(String doing, Claiming<T> claiming) {
        long epoch = epoch();
        this.claiming.lock();
        try {
            long number = ++claims;
            RetryDelay backoff = new RetryDelay();
            while (true) {
                try {
                    return pool.ask(doing, session -> claiming.claim(session, epoch, number));
                } catch (StoreException e) {
                    if (!e.kind().isTransient()) throw e;
                    backoff.pause();
                }
            }
        } finally {
            this.claiming.unlock();
        }
    }

    private long epoch() {
        long epoch = slots.epoch();
        if (epoch == 0) {
            throw new StoreException(
                    StoreException.Kind.FENCED, "this store has not joined the cluster", null);
        }
        return epoch;
    }

    private Heartbeat heartbeat(PreparedStatement call, Dialect dialect) throws SQLException {
        try (ResultSet row = call.executeQuery()) {
            if (!row.next()) throw new IllegalArgumentException("the node has no row");
            Instant now = time(row, 1);
            boolean claimable = row.getBoolean(2);
            Set<RunId> called =
                    Arrays.stream((Long[]) row.getArray(3).getArray())
                            .map(RunId::new)
                            .collect(Collectors.toSet());
            Set<String> queues = new HashSet<>();
            for (String queue : texts(row, 4)) queues.add(dialect.read(queue));
            long settings = row.getLong(5);
            List<Member> members = new ArrayList<>();
            do {
                members.add(member(row, 6, 0));
            } while (row.next());
            writer.crowded(members.stream().filter(Member::isLive).count() > 1);
            return new Heartbeat(now, members, claimable, called, queues, settings);
        }
    }

    private static Member member(ResultSet row, int first, long runs) throws SQLException {
        return new Member(
                row.getLong(first),
                new NodeInfo(
                        row.getString(first + 1),
                        row.getString(first + 2),
                        row.getString(first + 3),
                        machines(row, first + 4)),
                Member.State.valueOf(row.getString(first + 7)),
                time(row, first + 8),
                time(row, first + 9),
                time(row, first + 10),
                runs);
    }

    /// Reads definitions from three columns.
    private static Set<MachineRef> machines(ResultSet row, int first) throws SQLException {
        String[] names = texts(row, first);
        Array versions = row.getArray(first + 1);
        Integer[] numbers = (Integer[]) versions.getArray();
        String[] prints = texts(row, first + 2);
        Set<MachineRef> machines = new HashSet<>();
        for (int i = 0; i < names.length; i++) {
            machines.add(new MachineRef(names[i], numbers[i], prints[i]));
        }
        return machines;
    }

    private static String[] texts(ResultSet row, int column) throws SQLException {
        return (String[]) row.getArray(column).getArray();
    }

    private static Instant time(ResultSet row, int column) throws SQLException {
        return row.getObject(column, OffsetDateTime.class).toInstant();
    }

    private static long micros(Duration time) {
        return time.toNanos() / 1_000;
    }

    @FunctionalInterface
    private interface Claiming<T> {
        List<T> claim(SqlSession session, long epoch, long number) throws SQLException;
    }
}
