package dev.pawl.feeds.format.cce;

import dev.pawl.feeds.format.BadRecord;
import dev.pawl.feeds.item.Urn;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// Identifiers such as `CCE-80857-6`, whose last digit is a Luhn check digit.
final class CceId {
    static final Pattern FORM = Pattern.compile("CCE-([0-9]{1,9})-([0-9])");

    private CceId() {}

    static Urn urn(String id, String position) throws BadRecord {
        Matcher matcher = FORM.matcher(id);
        if (!matcher.matches()) {
            throw new BadRecord(
                    "%s: expected an identifier such as CCE-80857-6, found '%s'"
                            .formatted(position, id));
        }
        int expected = checkDigit(matcher.group(1));
        int found = matcher.group(2).charAt(0) - '0';
        if (expected != found) {
            throw new BadRecord(
                    "%s: %s: expected the check digit %d, found %d"
                            .formatted(position, id, expected, found));
        }
        return Urn.of("cce", id);
    }

    /// Returns the digit that makes the sum a multiple of ten, where every other digit counts
    /// double, starting with the last.
    static int checkDigit(String number) {
        int sum = 0;
        boolean twice = true;
        for (int i = number.length() - 1; i >= 0; i--) {
            int digit = (number.charAt(i) - '0') * (twice ? 2 : 1);
            sum += digit > 9 ? digit - 9 : digit;
            twice = !twice;
        }
        return (10 - sum % 10) % 10;
    }
}
