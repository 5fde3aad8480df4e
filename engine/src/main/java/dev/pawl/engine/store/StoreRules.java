package dev.pawl.engine.store;

import dev.pawl.machine.JsonCodec;
import dev.pawl.run.PermitNeed;
import dev.pawl.run.Run;
import dev.pawl.run.RunId;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/// The invariants across the runs and leases of any store: an exclusive key has one live run, an
/// idempotency key has one run, and exactly the runs that hold permits have leases.
///
/// Add all runs, then all leases; [#faults] returns the violations.
public final class StoreRules {
    private final Map<Name, RunId> exclusive = new HashMap<>();
    private final Map<Name, RunId> started = new HashMap<>();
    private final Map<Holding, String> holders = new TreeMap<>(Holding.ORDER);
    private final List<String> faults = new ArrayList<>();

    /// Adds a run.
    public void add(Run run) {
        if (run.status().isEnd()) return;
        if (run.origin().exclusive() && run.origin().key() != null) {
            RunId other = exclusive.putIfAbsent(new Name(run.machine(), run.key()), run.id());
            if (other != null) {
                faults.add(
                        "expected one live run of %s for key '%s', found runs %s and %s"
                                .formatted(run.machine(), run.key(), other, run.id()));
            }
        }
        PermitNeed held = run.heldPermits();
        if (held != null) {
            Holding holding = new Holding(held.pool(), run.id().toString(), held.count());
            holders.put(holding, "in '%s'".formatted(run.state()));
        }
    }

    /// Adds the idempotency key of a run, ended or not.
    public void addIdempotency(Run run) {
        String key = run.origin().idempotency();
        if (key == null) return;
        RunId other = started.putIfAbsent(new Name(run.machine(), key), run.id());
        if (other != null) faults.add(duplicate(run.machine(), key, other, run.id()));
    }

    /// Returns the message for an idempotency key that two runs have.
    public static String duplicate(String machine, String key, RunId one, RunId other) {
        return "expected one run of %s for idempotency key '%s', found runs %s and %s"
                .formatted(machine, key, one, other);
    }

    /// Adds a lease. Add all runs before.
    public void add(NamedDocument permit) {
        if (permit.body() == null) return;
        Permit lease = JsonCodec.JSON.decode(permit.body(), Permit.class);
        if (lease.expires() != null || lease.pool() == null || lease.holder() == null) return;
        String found = holders.remove(new Holding(lease.pool(), lease.holder(), lease.count()));
        if (found == null) {
            faults.add(
                    ("expected run %s to execute an attempt with its lease of %d permits of pool"
                                    + " '%s', found none; free the lease: pawl pools release %s %s")
                            .formatted(
                                    lease.holder(),
                                    lease.count(),
                                    lease.pool(),
                                    lease.pool(),
                                    lease.holder()));
        }
    }

    /// Returns all violations.
    public List<String> faults() {
        List<String> all = new ArrayList<>(faults);
        holders.forEach((holding, where) ->
                all.add(
                        ("expected a lease of the %d permits of pool '%s' that run %s"
                                        + " holds %s, found none")
                                .formatted(
                                        holding.count(), holding.pool(), holding.holder(), where)));
        return all;
    }

    /// Throws if the new runs of a commit exclude each other.
    static void requireAmong(List<Commit.Change> changes) {
        if (changes.size() < 2) return;
        StoreRules rules = new StoreRules();
        for (Commit.Change change : changes) {
            boolean isNew = !change.entries().isEmpty() && change.entries().getFirst().seq() == 1;
            if (!isNew) continue;
            rules.add(change.run());
            rules.addIdempotency(change.run());
        }
        if (!rules.faults.isEmpty()) {
            throw new IllegalArgumentException(
                    "expected new runs that do not exclude each other: "
                            + String.join("; ", rules.faults));
        }
    }

    private record Name(String machine, String text) {}

    private record Holding(String pool, String holder, int count) {
        static final Comparator<Holding> ORDER =
                Comparator.comparing(Holding::pool)
                        .thenComparing(Holding::holder)
                        .thenComparingInt(Holding::count);
    }

    /// The relevant part of a lease. The lease of a run does not expire.
    private record Permit(
            @Nullable String pool, @Nullable String holder, int count, @Nullable Instant expires) {}
}
