package dev.pawl.images;

import dev.pawl.engine.store.Commit;
import dev.pawl.engine.store.Filter;
import dev.pawl.engine.store.Store;
import dev.pawl.engine.store.StoreException;
import dev.pawl.run.Run;
import dev.pawl.testkit.Faults;
import dev.pawl.testkit.SimEngine;
import java.util.Optional;
import java.util.function.BooleanSupplier;

/// Where a simulated process dies, its store fails, or something else happens, as a test says it.
final class Deaths implements Faults {
    private static final String CATALOG = Catalog.class.getName();

    private final SimEngine sim;
    private Spot spot = Spot.NOWHERE;
    private BooleanSupplier asked = () -> false;
    private BooleanSupplier whenever = () -> false;
    private int refused;
    private StoreException.Kind refusal = StoreException.Kind.REFUSED;
    private Runnable action = () -> {};
    private int unanswered;

    Deaths(SimEngine sim) {
        this.sim = sim;
    }

    /// The process dies when a run of the machine is in this state.
    void in(String machine, String state, Side side) {
        at(machine, state, side, this::now);
    }

    /// Something happens, once, when a run of the machine is in this state.
    void at(String machine, String state, Side side, Runnable what) {
        spot = new Spot(machine, state, side);
        action = what;
    }

    /// The process dies when it opens a source for the time of this number.
    void whenAsking(int time) {
        int[] left = {time};
        asked = () -> --left[0] == 0;
    }

    /// The step cannot leave its state so many times, because the store refuses it.
    void refuse(String machine, String state, int times, StoreException.Kind why) {
        in(machine, state, Side.REFUSED_TO_LEAVE);
        refused = times;
        refusal = why;
    }

    /// The store does not answer so many questions of a step in this state about the tables.
    void leaveUnanswered(String machine, String state, int questions) {
        in(machine, state, Side.UNANSWERED);
        unanswered = questions;
    }

    /// From now on the process dies wherever this says so: around each durable write, and when a
    /// source is opened.
    void whenever(BooleanSupplier dies) {
        whenever = dies;
    }

    /// The process dies now.
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
        // Afterwards nobody could tell that it was there.
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

    /// On which side of a state's one transition.
    enum Side {
        /// It has just been entered, and nothing done in it.
        ENTERED,
        /// Everything is done in it, and nothing recorded.
        BEFORE_LEAVING,
        /// All of it is recorded.
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
