package dev.pawl.images;

import dev.pawl.engine.store.Commit;
import dev.pawl.engine.store.Filter;
import dev.pawl.engine.store.Store;
import dev.pawl.engine.store.StoreException;
import dev.pawl.images.table.Catalog;
import dev.pawl.run.Run;
import dev.pawl.testkit.SimEngine;
import dev.pawl.testkit.StoreFaults;
import java.util.Optional;
import java.util.function.BooleanSupplier;

/// Where a simulated process crashes, its store fails, or an action of the test runs.
final class CrashPoints implements StoreFaults {
    private static final String CATALOG = Catalog.class.getName();

    private final SimEngine sim;
    private Spot spot = Spot.NOWHERE;
    private BooleanSupplier asked = () -> false;
    private BooleanSupplier whenever = () -> false;
    private int refused;
    private StoreException.Kind refusal = StoreException.Kind.REFUSED;
    private Runnable action = () -> {};
    private int unanswered;

    CrashPoints(SimEngine sim) {
        this.sim = sim;
    }

    /// Crashes the process when a run of the machine is in this state.
    void in(String machine, String state, Side side) {
        at(machine, state, side, this::now);
    }

    /// Runs an action, once, when a run of the machine is in this state.
    void at(String machine, String state, Side side, Runnable what) {
        spot = new Spot(machine, state, side);
        action = what;
    }

    /// Crashes the process when it opens a source for the n-th time.
    void whenAsking(int time) {
        int[] left = {time};
        asked = () -> --left[0] == 0;
    }

    /// Makes the store refuse the transition out of this state a number of times.
    void refuse(String machine, String state, int times, StoreException.Kind why) {
        in(machine, state, Side.REFUSED_TO_LEAVE);
        refused = times;
        refusal = why;
    }

    /// Makes the store fail a number of queries of a step in this state.
    void leaveUnanswered(String machine, String state, int questions) {
        in(machine, state, Side.UNANSWERED);
        unanswered = questions;
    }

    /// Crashes the process whenever `dies` returns true: it is asked around each durable write and
    /// when a source is opened.
    void whenever(BooleanSupplier dies) {
        whenever = dies;
    }

    /// Crashes the process now.
    void now() {
        spot = Spot.NOWHERE;
        asked = () -> false;
        sim.crash();
    }

    private void happen() {
        spot = Spot.NOWHERE;
        action.run();
    }

    void asking() {
        if (asked.getAsBoolean() || whenever.getAsBoolean()) now();
    }

    @Override
    public void before(long n, Commit commit) {
        if (whenever.getAsBoolean()) now();
        boolean leaves = isLeft(commit);
        if (leaves && spot.side() == Side.BEFORE_LEAVING) happen();
        if (leaves && spot.side() == Side.REFUSED_TO_LEAVE && refused-- > 0) {
            throw new StoreException(refusal, "the store refuses to leave " + spot.state(), null);
        }
        // After the commit, the run is no longer in this state.
        if (leaves && spot.side() == Side.AFTER_LEAVING) spot = spot.on(Side.LEFT);
    }

    @Override
    public void after(long n, Commit commit) {
        if (whenever.getAsBoolean()) now();
        boolean entered =
                commit.changes().stream()
                        .map(Commit.Change::run)
                        .anyMatch(run -> spot.isAt(run) && run.version() > 1);
        if (spot.side() == Side.LEFT || (entered && spot.side() == Side.ENTERED)) happen();
    }

    @Override
    public void reading() {
        boolean hit = spot.side() == Side.UNANSWERED && unanswered > 0 && isAskedByACatalog();
        if (!hit || sim.store().count(spot.filter()) == 0) return;
        unanswered--;
        throw new StoreException(StoreException.Kind.BUSY, "the store does not answer", null);
    }

    private static boolean isAskedByACatalog() {
        return StackWalker.getInstance()
                .walk(frames -> frames.anyMatch(f -> f.getClassName().equals(CATALOG)));
    }

    private boolean isLeft(Commit commit) {
        Store store = sim.store();
        return commit.changes().stream()
                .map(Commit.Change::run)
                .anyMatch(after -> {
                    Optional<Run> before = store.run(after.id());
                    return before.filter(spot::isAt).isPresent()
                            && (!spot.isAt(after) || after.status().isEnd());
                });
    }

    /// The position relative to the transition out of a state.
    enum Side {
        /// The state was just entered.
        ENTERED,
        /// The step has finished, and its transition is not recorded.
        BEFORE_LEAVING,
        /// The transition is recorded.
        AFTER_LEAVING,
        REFUSED_TO_LEAVE,
        LEFT,
        UNANSWERED
    }

    private record Spot(String machine, String state, Side side) {
        static final Spot NOWHERE = new Spot("", "", Side.ENTERED);

        boolean isAt(Run run) {
            return run.machine().equals(machine) && run.state().equals(state);
        }

        Filter filter() {
            return Filter.ALL.machine(machine).state(state).live();
        }

        Spot on(Side other) {
            return new Spot(machine, state, other);
        }
    }
}
