package dev.pawl.engine.internal.loop;

import dev.pawl.engine.internal.kernel.Kernel;
import dev.pawl.engine.internal.kernel.LiveRun;
import dev.pawl.engine.store.StoreException;
import java.util.List;
import java.util.function.Supplier;

/// Repeats a transition while another node changes its runs first.
///
/// In one engine only the holder of a run's lock changes it. Where nodes share the store, a commit
/// on an old version is refused: the run is read again, and decided on again.
final class StaleRuns {
    private static final int PAUSE_MILLIS_MAX = 50;

    private StaleRuns() {}

    static <T> T retry(Kernel kernel, List<LiveRun> runs, Supplier<T> transition) {
        boolean again = false;
        while (true) {
            try {
                return transition.get();
            } catch (StoreException e) {
                if (e.kind() != StoreException.Kind.STALE) throw e;
                for (LiveRun live : runs) live.stale = true;
                // The first conflict may be chance; after the second, leave the others time.
                if (again) kernel.pauseAbout(PAUSE_MILLIS_MAX);
                again = true;
            }
        }
    }
}
