package dev.pawl.diamonds.canonical;

import dev.pawl.machine.Transaction;

/// An entry of the change log: created, changed, price, availability, removed or returned.
///
/// `fields` is a JSON object of the changed fields, each with its old and new value.
public record StoneChange(String at, String stoneId, String kind, String fields, String run) {
    static StoneChange of(Transaction.Row row) {
        return new StoneChange(row.text(1), row.text(2), row.text(3), row.text(4), row.text(5));
    }
}
