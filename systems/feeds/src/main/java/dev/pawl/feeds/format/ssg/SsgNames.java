package dev.pawl.feeds.format.ssg;

import dev.pawl.feeds.item.ItemLink;
import dev.pawl.feeds.item.Urn;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// The names of the items of a product, such as `rule-rhel8-prefer_64bit_os`.
///
/// XCCDF 1.2 has ids such as `xccdf_org.ssgproject.content_rule_prefer_64bit_os`, XCCDF 1.1 only
/// their last part.
record SsgNames(String product) {
    static final String BENCHMARK = "benchmark";
    static final String PROFILE = "profile";
    static final String GROUP = "group";
    static final String RULE = "rule";
    static final String VALUE = "value";

    private static final Pattern LONG =
            Pattern.compile("xccdf_[^_]+_(?:benchmark|profile|group|rule|value)_(.+)");
    private static final Pattern PRODUCT = Pattern.compile("[a-z0-9]{1,100}");
    private static final Pattern NAME = Pattern.compile("[A-Za-z0-9._-]{1,150}");
    private static final Pattern CCE = Pattern.compile("CCE-[0-9]{1,9}-[0-9]");

    /// Returns the names for the product of a benchmark id: `RHEL-8` is `rhel8`. Empty if the id
    /// has no product.
    static Optional<SsgNames> ofBenchmark(String id) {
        String product = name(id).toLowerCase(Locale.ROOT).replaceAll("[^a-z0-9]", "");
        return PRODUCT.matcher(product).matches()
                ? Optional.of(new SsgNames(product))
                : Optional.empty();
    }

    /// Returns the last part of an id.
    static String name(String id) {
        Matcher matcher = LONG.matcher(id);
        return matcher.matches() ? matcher.group(1) : id;
    }

    /// Returns the URN of an item by its id in the benchmark; empty if the id is invalid.
    Optional<Urn> urn(String kind, String id) {
        if (kind.equals(BENCHMARK)) return Optional.of(Urn.of("ssg", "guide-" + product));
        String name = name(id);
        if (!NAME.matcher(name).matches()) return Optional.empty();
        return Optional.of(Urn.of("ssg", "%s-%s-%s".formatted(kind, product, name)));
    }

    Optional<ItemLink> link(String relation, String kind, String id) {
        return urn(kind, id).map(urn -> new ItemLink(relation, urn));
    }

    /// Returns the link to a CCE, if the text is one.
    static Optional<ItemLink> identifier(String cce) {
        if (!CCE.matcher(cce).matches()) return Optional.empty();
        return Optional.of(new ItemLink("identifier", Urn.of("cce", cce)));
    }
}
