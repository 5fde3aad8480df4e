package dev.pawl.feeds.format.cve;

import dev.pawl.feeds.format.BadRecord;
import dev.pawl.feeds.format.json.JsonFields;
import java.util.regex.Pattern;

/// CVE ids, such as `CVE-2021-44228`: a year and a number of four digits or more.
final class CveId {
    private static final Pattern ID = Pattern.compile("CVE-[0-9]{4}-[0-9]{4,19}");

    private CveId() {}

    /// Returns the id in a field, which must contain one.
    static String in(JsonFields fields, String field) throws BadRecord {
        String id = fields.text(field);
        if (ID.matcher(id).matches()) return id;
        throw new BadRecord(
                "%s: expected an id such as CVE-2021-44228 in '%s', found '%s'"
                        .formatted(fields.owner(), field, id));
    }
}
