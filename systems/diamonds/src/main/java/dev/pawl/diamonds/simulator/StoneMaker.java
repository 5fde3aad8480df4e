package dev.pawl.diamonds.simulator;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.math.BigDecimal;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.UUID;
import java.util.random.RandomGenerator;

/// Makes up stones: the same seed and number always give the same stone.
///
/// Most stones are small and cheap, a few are rare and very dear; prices are round, so that many
/// stones have the same price per carat.
final class StoneMaker {
    /// Stones were updated in the 90 days before.
    private static final Instant NEWEST = Instant.parse("2026-01-01T00:00:00Z");

    private static final int UPDATED_DAYS = 90;
    private static final int[] WEIGHTS = {
        30, 31, 32, 40, 50, 51, 70, 71, 90, 100, 101, 120, 150, 200
    };
    private static final String[] COLORS = {"D", "E", "F", "G", "H", "I", "J", "K"};
    private static final String[] CLARITIES = {
        "IF", "VVS1", "VVS2", "VS1", "VS2", "SI1", "SI2", "I1"
    };
    private static final String[] SHAPES = {
        "ROUND",
        "ROUND",
        "ROUND",
        "ROUND",
        "OVAL",
        "CUSHION",
        "PRINCESS",
        "EMERALD",
        "PEAR",
        "RADIANT",
        "MARQUISE",
        "HEART",
        "ASSCHER"
    };
    private static final String[] LABS = {"GIA", "GIA", "GIA", "IGI", "HRD"};
    private static final String[] CUTS = {"ID", "EX", "EX", "VG", "GD"};
    private static final String[] FINISHES = {"EX", "EX", "VG", "GD"};
    private static final String[] FLUORESCENCES = {"NON", "NON", "FNT", "MED", "STG"};

    private final long seed;

    StoneMaker(long seed) {
        this.seed = seed;
    }

    /// Returns the stones 0 to `count` - 1.
    List<StockStone> make(int count) {
        List<StockStone> stones = new ArrayList<>(count);
        for (int i = 0; i < count; i++) stones.add(make(i, updated(random(i))));
        return stones;
    }

    /// Returns one stone.
    StockStone make(long number, Instant updated) {
        RandomGenerator random = random(number);
        int color = lower(random, COLORS.length);
        int clarity = lower(random, CLARITIES.length);
        int hundredths = weight(random);
        long price = price(random, hundredths, color, clarity);
        String uuid = new UUID(random.nextLong(), random.nextLong()).toString();
        StoneJson json = new StoneJson();
        json.open("id", "DIAMOND/" + uuid)
                .number("price", price)
                .raw("discount", "null")
                .text("updated_at", updated.toString())
                .object("diamond")
                .open("id", uuid)
                .raw("video", "null")
                .text("image", "https://images.example/" + uuid + ".jpg")
                .text("availability", random.nextInt(50) == 0 ? "ON_HOLD" : "AVAILABLE")
                .text("supplierStockId", "SIM-" + number)
                .text("brown", "NONE")
                .text("green", "NONE")
                .text("milky", "NONE")
                .text("eyeClean", clarity < 6 ? "YES" : "NO")
                .raw("mine_of_origin", "null")
                .object("certificate");
        certificate(json, random, hundredths)
                .text("color", COLORS[color])
                .text("clarity", CLARITIES[clarity])
                .text("certNumber", Long.toString(2_000_000_000L + number))
                .close()
                .close()
                .close();
        long caratPrice = StockStone.perCarat(price, BigDecimal.valueOf(hundredths, 2));
        byte[] bytes = json.toString().getBytes(UTF_8);
        return new StockStone("DIAMOND/" + uuid, bytes, price, caratPrice, number, updated);
    }

    private static StoneJson certificate(StoneJson json, RandomGenerator random, int hundredths) {
        int length = (int) Math.round(650 * Math.cbrt(hundredths / 100.0));
        int width = length + random.nextInt(15);
        int share = 5_900 + random.nextInt(500);
        return json.open("id", new UUID(random.nextLong(), random.nextLong()).toString())
                .text("lab", pick(random, LABS))
                .text("shape", pick(random, SHAPES))
                .text("cut", pick(random, CUTS))
                .hundredths("carats", hundredths)
                .text("polish", pick(random, FINISHES))
                .text("symmetry", pick(random, FINISHES))
                .hundredths("width", width)
                .hundredths("length", length)
                .hundredths("depth", length * share / 10_000)
                .text("girdle", "MEDIUM")
                .text("floInt", pick(random, FLUORESCENCES))
                .raw("floCol", "null")
                .hundredths("depthPercentage", share)
                .hundredths("table", 5_300 + 100 * random.nextInt(10));
    }

    private RandomGenerator random(long number) {
        return new SplittableRandom(seed * 0x9E3779B97F4A7C15L + number);
    }

    private static Instant updated(RandomGenerator random) {
        return NEWEST.minus(random.nextInt(UPDATED_DAYS * 86_400), ChronoUnit.SECONDS);
    }

    /// Returns a weight in hundredths of a carat: often a popular one, or a little above it.
    private static int weight(RandomGenerator random) {
        if (random.nextInt(400) == 0) return 200 + (int) (random.nextExponential() * 120);
        int popular = WEIGHTS[Math.min(lower(random, WEIGHTS.length), WEIGHTS.length - 1)];
        return random.nextInt(3) == 0 ? popular : popular + (int) (random.nextExponential() * 4);
    }

    /// Returns a price in cents, rounded to whole dollars or to ten.
    private static long price(RandomGenerator random, int hundredths, int color, int clarity) {
        double carats = hundredths / 100.0;
        double grade = 1.7 - 0.09 * color - 0.11 * clarity;
        double noise = Math.exp(random.nextGaussian() * 0.18);
        double rarity = random.nextInt(2_000) == 0 ? 10 + 40 * random.nextDouble() : 1;
        double caratPrice = (1_400 + 2_600 * Math.pow(carats, 1.2)) * grade * noise * rarity;
        long dollars = Math.max(50, Math.round(caratPrice * carats));
        return 100 * (random.nextBoolean() ? dollars : dollars / 10 * 10);
    }

    /// Returns a number below `bound`, lower ones more often.
    private static int lower(RandomGenerator random, int bound) {
        return Math.min(random.nextInt(bound), random.nextInt(bound));
    }

    private static String pick(RandomGenerator random, String[] of) {
        return of[random.nextInt(of.length)];
    }
}
