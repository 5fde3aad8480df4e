package dev.pawl.feeds.format.ssg;

import dev.pawl.feeds.item.Link;
import dev.pawl.feeds.item.Urn;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// The names of a product's items, such as `rule-rhel8-prefer_64bit_os`.
///
/// XCCDF 1.2 has ids such as `xccdf_org.ssgproject.content_rule_prefer_64bit_os`, XCCDF 1.1 has
/// only their last part.
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

    /// Returns the names of the product that a benchmark's id means: `RHEL-8` is `rhel8`. Empty if
    /// it means none.
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

    /// Returns the name of an item by its id in the benchmark; empty if it is none.
    Optional<Urn> urn(String kind, String id) {
        if (kind.equals(BENCHMARK)) return Optional.of(Urn.of("ssg", "guide-" + product));
        String name = name(id);
        if (!NAME.matcher(name).matches()) return Optional.empty();
        return Optional.of(Urn.of("ssg", "%s-%s-%s".formatted(kind, product, name)));
    }

    Optional<Link> link(String relation, String kind, String id) {
        return urn(kind, id).map(urn -> new Link(relation, urn));
    }

    /// Returns the link to an identifier of CCE, if it is one.
    static Optional<Link> identifier(String cce) {
        if (!CCE.matcher(cce).matches()) return Optional.empty();
        return Optional.of(new Link("identifier", Urn.of("cce", cce)));
    }
}
