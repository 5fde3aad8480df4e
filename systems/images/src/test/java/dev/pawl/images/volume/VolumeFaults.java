package dev.pawl.images.volume;

import dev.pawl.images.volume.VolumeException.Kind;
import java.io.IOException;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.random.RandomGenerator;

/// Faults of [MemoryVolumes]: called at each operation, it may throw an error.
///
/// It may also take time or crash the process.
public interface VolumeFaults {
    /// No faults.
    VolumeFaults NONE = (_, _, _) -> {};

    void at(Operation operation, Side side, Device device) throws VolumeException, IOException;

    /// Returns a fault that occurs the first `times` times at this operation and side.
    static VolumeFaults of(Operation operation, Side side, int times, Mishap mishap) {
        int[] left = {times};
        return (asked, at, _) -> {
            if (asked == operation && at == side && left[0]-- > 0) mishap.happen();
        };
    }

    /// Returns random faults: one of `oneOf` operations fails, before, during or after its effect.
    static VolumeFaults byChance(RandomGenerator random, int oneOf) {
        return (operation, side, device) -> {
            if (random.nextInt(oneOf) != 0) return;
            String what =
                    "a fault by chance: %s %s of %s".formatted(side, operation, device.name());
            List<Mishap> all = Mishap.at(operation, what);
            all.get(random.nextInt(all.size())).happen();
        };
    }

    /// The operations of volumes.
    enum Operation {
        PRESENCE,
        MARKER,
        CREATE,
        OPEN,
        SYNC,
        SNAPSHOT,
        ACTIVATE,
        DEACTIVATE,
        DELETE;

        private static final Set<Operation> TAKING_ROOM = EnumSet.of(CREATE, SYNC, SNAPSHOT);
    }

    /// When an operation fails; halfway leaves a volume without a marker.
    enum Side {
        BEFORE,
        HALFWAY,
        AFTER
    }

    /// The error of an operation.
    interface Mishap {
        void happen() throws VolumeException, IOException;

        static Mishap of(Kind kind, String message) {
            return () -> {
                throw new VolumeException(kind, message);
            };
        }

        static Mishap io(String message) {
            return () -> {
                throw new IOException(message);
            };
        }

        private static List<Mishap> at(Operation operation, String what) {
            Mishap passing = of(Kind.TRANSIENT, what);
            List<Mishap> all = List.of(passing, passing, of(Kind.UNHEALTHY, what), io(what));
            if (!Operation.TAKING_ROOM.contains(operation)) return all;
            return List.of(passing, passing, io(what), of(Kind.NO_SPACE, what));
        }
    }
}
