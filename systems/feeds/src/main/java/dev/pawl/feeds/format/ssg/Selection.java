package dev.pawl.feeds.format.ssg;

import dev.pawl.feeds.format.xml.Element;
import dev.pawl.feeds.format.xml.Part;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/// Which rules each profile selects.
///
/// A rule is selected if it and all groups around it are. Each says itself whether it is, where
/// saying nothing is yes; a profile overrides that, and one that extends another begins with what
/// the other says.
final class Selection {
    private final Map<String, Boolean> defaults = new HashMap<>();
    private final Map<String, List<String>> groupsOfRules = new LinkedHashMap<>();
    private final Map<String, Choices> profiles = new HashMap<>();

    void group(Element tag) {
        note(tag);
    }

    void rule(Element rule, List<Element> around) {
        note(rule);
        List<String> groups =
                around.stream()
                        .filter(tag -> !tag.name().equals(Checklist.BENCHMARK))
                        .map(Selection::id)
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

    /// Returns a profile without its choices, which are told by what it selects.
    static Element withoutSelects(Element profile) {
        List<Part> rest = new ArrayList<>();
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

    private void note(Element tag) {
        defaults.put(id(tag), isSelected(tag));
    }

    private static boolean isSelected(Element tag) {
        String said = tag.attribute("selected").orElse("true");
        return said.equals("true") || said.equals("1");
    }

    private static String id(Element element) {
        return element.attribute("id").orElse("");
    }

    private record Choices(String parent, Map<String, Boolean> choices) {}
}
