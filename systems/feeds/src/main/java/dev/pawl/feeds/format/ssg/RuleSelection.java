package dev.pawl.feeds.format.ssg;

import dev.pawl.feeds.format.xml.Element;
import dev.pawl.feeds.format.xml.XmlContent;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/// The rules that each profile selects.
///
/// A rule is selected if it and all its enclosing groups are. The default is the attribute
/// `selected` of the rule or group, or yes without it; a profile overrides the default, and a
/// profile that extends another inherits its choices.
final class RuleSelection {
    private final Map<String, Boolean> defaults = new HashMap<>();
    private final Map<String, List<String>> groupsOfRules = new LinkedHashMap<>();
    private final Map<String, Choices> profiles = new HashMap<>();

    void group(Element tag) {
        addDefault(tag);
    }

    void rule(Element rule, List<Element> enclosing) {
        addDefault(rule);
        List<String> groups =
                enclosing.stream()
                        .filter(tag -> !tag.name().equals(Checklist.BENCHMARK))
                        .map(RuleSelection::id)
                        .toList();
        groupsOfRules.put(id(rule), groups);
    }

    void profile(Element profile) {
        Map<String, Boolean> choices = new LinkedHashMap<>();
        for (Element select : profile.children("select")) {
            choices.put(select.attribute("idref").orElse(""), isSelected(select));
        }
        profiles.put(id(profile), new Choices(profile.attribute("extends").orElse(""), choices));
    }

    /// Returns a profile without its choices, which become links to the selected rules.
    static Element withoutSelects(Element profile) {
        List<XmlContent> rest = new ArrayList<>();
        for (Element each : profile.children()) {
            if (!each.name().equals("select")) rest.add(each);
        }
        return new Element(profile.namespace(), profile.name(), profile.attributes(), rest);
    }

    /// Returns the ids of the rules that a profile selects.
    List<String> selectedBy(String profile) {
        Map<String, Boolean> choices = new HashMap<>(defaults);
        choose(choices, profile, new HashSet<>());
        return groupsOfRules.entrySet().stream()
                .filter(rule -> choices.getOrDefault(rule.getKey(), true))
                .filter(rule -> isSelected(rule.getValue(), choices))
                .map(Map.Entry::getKey)
                .toList();
    }

    private void choose(Map<String, Boolean> choices, String profile, Set<String> seen) {
        Choices own = profiles.get(profile);
        if (own == null || !seen.add(profile)) return;
        choose(choices, own.parent(), seen);
        choices.putAll(own.choices());
    }

    private static boolean isSelected(List<String> groups, Map<String, Boolean> choices) {
        return groups.stream().allMatch(group -> choices.getOrDefault(group, true));
    }

    private void addDefault(Element tag) {
        defaults.put(id(tag), isSelected(tag));
    }

    private static boolean isSelected(Element tag) {
        String value = tag.attribute("selected").orElse("true");
        return value.equals("true") || value.equals("1");
    }

    private static String id(Element element) {
        return element.attribute("id").orElse("");
    }

    private record Choices(String parent, Map<String, Boolean> choices) {}
}
