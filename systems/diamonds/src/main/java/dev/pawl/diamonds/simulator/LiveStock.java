package dev.pawl.diamonds.simulator;

import java.io.IOException;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/// A stock that moves: prices change, stones are put on hold, removed and added. Thread-safe.
final class LiveStock {
    private static final JsonMapper MAPPER = new JsonMapper();
    private static final String HELD = "ON_HOLD";
    private static final String FREE = "AVAILABLE";

    private final InstantSource clock;
    private final StoneMaker maker;

    /// Guarded by this, as is the number of the next stone.
    private final RandomGenerator random;

    private long next;
    private volatile StockSnapshot current;

    private LiveStock(StockSnapshot start, long seed, InstantSource clock) {
        this.clock = clock;
        this.maker = new StoneMaker(seed);
        this.random = new SplittableRandom(seed);
        this.next = start.size();
        this.current = start;
    }

    static LiveStock open(StockSource source, long seed, InstantSource clock) throws IOException {
        Instant now = clock.instant().truncatedTo(ChronoUnit.MILLIS);
        List<StockStone> stones =
                switch (source) {
                    case StockSource.Seeded(long own, int count) -> new StoneMaker(own).make(count);
                    case StockSource.Files(var files) -> StockFiles.read(files, now);
                    case StockSource.Items(var items) -> StockFiles.parse(items, now);
                };
        // Stones that are added later must not repeat those of a seeded stock.
        long other = source instanceof StockSource.Seeded(long own, int _) ? own : seed;
        return new LiveStock(StockSnapshot.of(stones), other, clock);
    }

    StockSnapshot snapshot() {
        return current;
    }

    /// Makes so many changes at once; returns how many of each kind.
    synchronized StockMoves move(int changes) {
        StockSnapshot before = current;
        Moving moving = new Moving(clock.instant().truncatedTo(ChronoUnit.MILLIS));
        for (int i = 0; i < changes; i++) {
            int kind = random.nextInt(100);
            if (kind < 20 || before.size() == 0) moving.add();
            else moving.change(before.get(random.nextInt(before.size())), kind);
        }
        current = before.with(moving.removed, moving.added);
        return new StockMoves(moving.priced, moving.held, moving.gone, moving.more);
    }

    /// The changes of one move; a stone changes once.
    private final class Moving {
        private final Instant now;
        private final Set<String> removed = new HashSet<>();
        private final List<StockStone> added = new ArrayList<>();
        private int priced;
        private int held;
        private int gone;
        private int more;

        Moving(Instant now) {
            this.now = now;
        }

        void add() {
            added.add(maker.make(next++, now));
            more++;
        }

        void change(StockStone stone, int kind) {
            if (!removed.add(stone.id())) return;
            if (kind < 35) {
                gone++;
            } else if (kind < 50) {
                added.add(edited(stone, null));
                held++;
            } else {
                added.add(edited(stone, newPrice(stone.priceCents())));
                priced++;
            }
        }

        private long newPrice(long cents) {
            long step = Math.max(1, cents / 100 * (1 + random.nextInt(5)));
            return random.nextBoolean() || cents <= step ? cents + step : cents - step;
        }

        /// Returns a stone with another price, or with the other availability if it is null.
        private StockStone edited(StockStone stone, @Nullable Long price) {
            ObjectNode item = (ObjectNode) MAPPER.readTree(stone.json());
            long cents = price == null ? stone.priceCents() : price;
            if (price != null) {
                item.put("price", cents);
            } else if (item.path("diamond") instanceof ObjectNode diamond) {
                JsonNode was = diamond.path("availability");
                diamond.put("availability", was.asString("").equals(HELD) ? FREE : HELD);
            }
            item.put("updated_at", now.toString());
            return new StockStone(
                    stone.id(),
                    MAPPER.writeValueAsBytes(item),
                    cents,
                    StockStone.perCarat(cents, StockLines.carats(item)),
                    stone.created(),
                    now);
        }
    }
}
