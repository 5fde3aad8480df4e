package dev.pawl.engine.control;

import dev.pawl.engine.Lease;
import dev.pawl.engine.PoolSettings;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// The current state of a permit pool: its capacity and its leases, oldest first. `declared` are
/// the settings that the code declares, if another capacity is in force.
public record PoolView(PoolSettings settings, List<Lease> leases, @Nullable PoolSettings declared) {
    public PoolView {
        leases = List.copyOf(leases);
    }

    /// Returns the number of permits in use.
    public int out() {
        int sum = 0;
        for (Lease lease : leases) sum += lease.count();
        return sum;
    }
}
