package dev.pawl.feeds.format.ssg;

import dev.pawl.feeds.format.Document;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// The title of a table, which is all that identifies the page: its subject and its `product`.
record TableTitle(String text, String about, String product, SsgNames names) {
    private static final Pattern ELEMENT =
            Pattern.compile("<title>\\s*([^<]{1,150}?)\\s*</title>", Pattern.CASE_INSENSITIVE);
    private static final Pattern FORM =
            Pattern.compile(
                    "((?:CCE Identifiers|Rules) ?.*?)"
                            + " (?:in Guide to the Secure Configuration of|for) (.+)");

    /// Short names of products; others are lowercased and joined.
    private static final Map<String, String> SHORT =
            Map.of(
                    "Red Hat Enterprise Linux", "rhel",
                    "Red Hat OpenShift Container Platform", "ocp",
                    "Red Hat Virtualization", "rhv",
                    "Oracle Linux", "ol",
                    "SUSE Linux Enterprise", "sle");

    static Optional<TableTitle> of(Document document) throws IOException {
        String head = new String(document.head(), StandardCharsets.UTF_8);
        Matcher element = ELEMENT.matcher(head);
        if (!element.find()) return Optional.empty();
        Matcher form = FORM.matcher(element.group(1));
        if (!form.matches()) return Optional.empty();
        String product = form.group(2);
        return names(product)
                .map(names -> new TableTitle(element.group(1), form.group(1), product, names));
    }

    private static Optional<SsgNames> names(String product) {
        String name = product;
        for (Map.Entry<String, String> each : SHORT.entrySet()) {
            name = name.replace(each.getKey(), each.getValue());
        }
        return SsgNames.ofBenchmark(name);
    }

    /// Returns the subject as a part of a name.
    String slug() {
        return about.toLowerCase(Locale.ROOT).replaceAll("[^a-z0-9]+", "-");
    }
}
