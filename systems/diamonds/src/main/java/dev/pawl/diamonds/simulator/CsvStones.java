package dev.pawl.diamonds.simulator;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.pawl.diamonds.simulator.StockFiles.Place;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.UUID;

/// Reads rows of CSV with the columns of ggplot2's diamonds. A row has no id, so the simulator
/// makes one up from the row's place in the stock.
///
/// @param columns where each column is
record CsvStones(Map<String, Integer> columns) {
    private static final List<String> REQUIRED =
            List.of("carat", "cut", "color", "clarity", "depth", "table", "price", "x", "y", "z");
    private static final Map<String, String> CUTS =
            Map.of("ideal", "EX", "premium", "EX", "very good", "VG", "good", "GD", "fair", "F");

    static CsvStones ofHeader(String line, Place place) throws StockException {
        Map<String, Integer> columns = new HashMap<>();
        for (String name : fields(line)) {
            columns.put(name.replace("\uFEFF", "").toLowerCase(Locale.ROOT), columns.size());
        }
        List<String> missing = REQUIRED.stream().filter(c -> !columns.containsKey(c)).toList();
        if (!missing.isEmpty()) {
            throw place.error(
                    "expected JSON, or CSV with the columns %s; found no column %s"
                            .formatted(String.join(", ", REQUIRED), missing));
        }
        return new CsvStones(Map.copyOf(columns));
    }

    StockStone stone(String line, Place place) throws StockException {
        List<String> row = fields(line);
        if (row.size() < columns.size()) {
            throw place.error("expected %d fields, found %d".formatted(columns.size(), row.size()));
        }
        BigDecimal carats = number(row, "carat", place);
        long cents = cents(number(row, "price", place), place);
        long number = place.created() + 1;
        String uuid = uuid("stone", number);
        StoneJson json = new StoneJson();
        json.open("id", "DIAMOND/" + uuid)
                .number("price", cents)
                .raw("discount", "null")
                .object("diamond")
                .open("id", uuid)
                .text("availability", "AVAILABLE")
                .text("supplierStockId", "GG-" + number)
                .raw("image", "null")
                .raw("video", "null")
                .raw("eyeClean", "null")
                .object("certificate")
                .open("id", uuid("certificate", number))
                .text("lab", "GIA")
                .text("certNumber", Long.toString(1_000_000_000L + number))
                .text("shape", "ROUND")
                .raw("carats", carats.toPlainString())
                .text("cut", cut(row, place))
                .text("color", word(row, "color", place))
                .text("clarity", word(row, "clarity", place))
                .raw("length", number(row, "x", place).toPlainString())
                .raw("width", number(row, "y", place).toPlainString())
                .raw("depth", number(row, "z", place).toPlainString())
                .raw("depthPercentage", number(row, "depth", place).toPlainString())
                .raw("table", number(row, "table", place).toPlainString())
                .close()
                .close()
                .close();
        return new StockStone(
                "DIAMOND/" + uuid,
                json.toString().getBytes(UTF_8),
                cents,
                StockStone.perCarat(cents, carats),
                place.created(),
                place.loaded());
    }

    private static String uuid(String kind, long number) {
        return UUID.nameUUIDFromBytes("%s %d".formatted(kind, number).getBytes(UTF_8)).toString();
    }

    private String cut(List<String> row, Place place) throws StockException {
        String text = word(row, "cut", place);
        String cut = CUTS.get(text.toLowerCase(Locale.ROOT));
        if (cut != null) return cut;
        throw place.error("expected a cut of %s, found '%s'".formatted(CUTS.keySet(), text));
    }

    private static long cents(BigDecimal dollars, Place place) throws StockException {
        try {
            return dollars.movePointRight(2).longValueExact();
        } catch (ArithmeticException e) {
            throw place.error(
                    "expected a price in dollars and whole cents, found %s".formatted(dollars), e);
        }
    }

    private BigDecimal number(List<String> row, String column, Place place) throws StockException {
        String text = text(row, column);
        // Bounded, because BigDecimal would write 1e999999999 with as many digits.
        if (text.matches("\\d{1,9}(\\.\\d{1,9})?")) return new BigDecimal(text);
        throw place.error("expected a number in '%s', found '%s'".formatted(column, text));
    }

    private String word(List<String> row, String column, Place place) throws StockException {
        String text = text(row, column);
        if (text.matches("[A-Za-z0-9 ]{1,40}")) return text;
        throw place.error("expected a word in '%s', found '%s'".formatted(column, text));
    }

    private String text(List<String> row, String column) {
        return row.get(columns.getOrDefault(column, 0)).strip();
    }

    /// Splits a line at commas outside quotes.
    private static List<String> fields(String line) {
        List<String> fields = new ArrayList<>();
        StringBuilder field = new StringBuilder();
        boolean isQuoted = false;
        for (int i = 0; i < line.length(); i++) {
            char c = line.charAt(i);
            if (c == '"') isQuoted = !isQuoted;
            else if (c == ',' && !isQuoted) {
                fields.add(field.toString());
                field.setLength(0);
            } else field.append(c);
        }
        fields.add(field.toString());
        return fields;
    }
}
