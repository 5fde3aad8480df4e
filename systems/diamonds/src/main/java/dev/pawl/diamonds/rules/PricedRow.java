package dev.pawl.diamonds.rules;

import dev.pawl.diamonds.pricing.PricedStone;
import dev.pawl.diamonds.pricing.StoneType;
import dev.pawl.diamonds.table.StoreQuery;
import dev.pawl.machine.Transaction;
import java.math.BigDecimal;
import java.util.List;
import java.util.regex.Pattern;

/// A live stone of the table, with what its price depends on and the price that it has.
record PricedRow(long number, PricedStone stone, long priceCents) {
    private static final Pattern GRADE = Pattern.compile("([D-Z](-[D-Z])?)?");
    private static final int CARAT_DECIMALS = 3;

    /// Returns the next rows after a number, in order of their numbers.
    static List<PricedRow> after(StoreQuery tables, long number, int limit) {
        return tables.query(
                "select number, feed, colour, lab_grown, carat_thousandths, supplier_price_cents,"
                        + " price_cents from diamond_stones where number > ?"
                        + " and removed_at is null order by number limit ?",
                PricedRow::of,
                number,
                limit);
    }

    private static PricedRow of(Transaction.Row row) {
        StoneType type = StoneType.NATURAL;
        if (!GRADE.matcher(row.text(3)).matches()) type = StoneType.FANCY;
        else if (row.number(4) != 0) type = StoneType.LAB;
        // A weight below half a thousandth is stored as 0; the price does not depend on it.
        long carat = Math.max(1, row.number(5));
        return new PricedRow(
                row.number(1),
                new PricedStone(
                        row.text(2),
                        type,
                        BigDecimal.valueOf(carat, CARAT_DECIMALS),
                        row.number(6)),
                row.number(7));
    }
}
