package dev.pawl.feeds.format.ssg;

import dev.pawl.feeds.format.Document;
import dev.pawl.feeds.format.Edition;
import dev.pawl.feeds.format.Title;
import dev.pawl.feeds.format.html.HtmlReader;
import dev.pawl.feeds.format.html.Tag;
import dev.pawl.feeds.item.FeedItem;
import dev.pawl.feeds.item.ItemLink;
import dev.pawl.feeds.item.Urn;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/// The web page with the guide of one profile: its rules are the elements with ids of rules.
///
/// Pages that only list profiles have the same title but no rules; they are no guides.
final class ProfileGuide {
    private static final String GENERATOR = "OpenSCAP Security Guide";
    private static final String PROFILE_ID = "Profile ID";
    private static final String PROFILE_TITLE = "Profile Title";
    private static final Set<String> WANTED = Set.of(PROFILE_ID, PROFILE_TITLE);
    private static final Pattern RULE = Pattern.compile("xccdf_[^_]+_rule_.+");
    private static final Pattern BENCHMARK =
            Pattern.compile("(?:children-)?(xccdf_[^_]+_benchmark_.+)");
    private static final Pattern VERSION = Pattern.compile("[0-9]+(\\.[0-9]+)+");
    private static final Pattern DATE = Pattern.compile("\\(as of ([0-9]{4}-[0-9]{2}-[0-9]{2})\\)");

    private final Map<String, String> cells = new HashMap<>();
    private final Set<String> rules = new LinkedHashSet<>();
    private String title = "";
    private String benchmark = "";
    private String version = "";
    private String date = "";
    private String header = "";

    private ProfileGuide() {}

    static Optional<GuidePage> of(Document document) throws IOException {
        String start = new String(document.head(), StandardCharsets.UTF_8);
        if (!start.contains(GENERATOR)) return Optional.empty();
        ProfileGuide guide = new ProfileGuide();
        try (HtmlReader reader = HtmlReader.open(document)) {
            for (Tag tag = reader.next(); tag != null; tag = reader.next()) guide.add(tag);
        }
        return guide.page();
    }

    private void add(Tag tag) {
        String text = tag.text().strip();
        switch (tag.name()) {
            case "title" -> title = title.isEmpty() ? text : title;
            case "th" -> header = text;
            case "td" -> cell(text);
            case "strong" -> version = version.isEmpty() && isVersion(text) ? text : version;
            default -> {}
        }
        Matcher dated = DATE.matcher(text);
        if (date.isEmpty() && dated.find()) date = dated.group(1);
        tag.id().ifPresent(this::id);
    }

    private void cell(String text) {
        if (WANTED.contains(header)) cells.putIfAbsent(header, text);
    }

    private void id(String id) {
        if (RULE.matcher(id).matches()) rules.add(id);
        Matcher matcher = BENCHMARK.matcher(id);
        if (benchmark.isEmpty() && matcher.matches()) benchmark = matcher.group(1);
    }

    private static boolean isVersion(String text) {
        return VERSION.matcher(text).matches();
    }

    private Optional<GuidePage> page() {
        String profile = cells.getOrDefault(PROFILE_ID, "");
        if (rules.isEmpty() || profile.isEmpty()) return Optional.empty();
        return SsgNames.ofBenchmark(benchmark)
                .flatMap(names -> names.urn("guide", profile).map(urn -> page(names, urn)));
    }

    private GuidePage page(SsgNames names, Urn urn) {
        List<ItemLink> links =
                rules.stream()
                        .flatMap(rule -> names.link("member", SsgNames.RULE, rule).stream())
                        .toList();
        String about = cells.getOrDefault(PROFILE_TITLE, "");
        FeedItem item = new FeedItem(urn, "guide", Title.of(title), about, content(), links);
        return new GuidePage(new Edition("ssg-" + urn.id(), version, date, false), item);
    }

    private ObjectNode content() {
        ObjectNode content = JsonNodeFactory.instance.objectNode();
        content.put("title", title)
                .put("benchmark", benchmark)
                .put("profile", cells.getOrDefault(PROFILE_ID, ""))
                .put("profile_title", cells.getOrDefault(PROFILE_TITLE, ""))
                .put("version", version);
        ArrayNode list = content.putArray("rules");
        rules.forEach(list::add);
        return content;
    }
}
