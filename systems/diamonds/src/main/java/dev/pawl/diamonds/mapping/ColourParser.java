package dev.pawl.diamonds.mapping;

import dev.pawl.diamonds.stone.StoneColour;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// Reads the colour of a stone from the words of a certificate.
final class ColourParser {
    private static final Pattern GRADE = Pattern.compile("([D-Z])(?:\\s*[-/]\\s*([D-Z]))?[+-]?");
    private static final Pattern SEPARATORS = Pattern.compile("[^A-Z]+");
    private static final Set<String> NOISE =
            Set.of(
                    "NATURAL",
                    "COLOR",
                    "COLOUR",
                    "COLORED",
                    "COLOURED",
                    "EVEN",
                    "UNEVEN",
                    "NONE",
                    "NA",
                    "N",
                    "A",
                    "NULL",
                    "NOT",
                    "APPLICABLE",
                    "OTHER",
                    "DIAMOND",
                    "");
    private static final Set<String> HUES =
            Set.of(
                    "YELLOW",
                    "PINK",
                    "BLUE",
                    "GREEN",
                    "ORANGE",
                    "BROWN",
                    "GRAY",
                    "PURPLE",
                    "RED",
                    "VIOLET",
                    "BLACK",
                    "WHITE",
                    "CHAMELEON");
    private static final Set<String> OVERTONES =
            Set.of(
                    "YELLOWISH",
                    "PINKISH",
                    "BLUISH",
                    "GREENISH",
                    "ORANGISH",
                    "BROWNISH",
                    "GRAYISH",
                    "PURPLISH",
                    "REDDISH",
                    "VIOLETISH");
    private static final Set<String> INTENSITIES =
            Set.of("FANCY", "INTENSE", "VIVID", "DEEP", "DARK", "LIGHT", "VERY", "FAINT");
    private static final Map<String, String> SYNONYMS =
            Map.ofEntries(
                    Map.entry("GREY", "GRAY"),
                    Map.entry("GREYISH", "GRAYISH"),
                    Map.entry("BLUEISH", "BLUISH"),
                    Map.entry("ORANGEY", "ORANGISH"),
                    Map.entry("ORANGY", "ORANGISH"),
                    Map.entry("ORANGEISH", "ORANGISH"),
                    Map.entry("PURPLEISH", "PURPLISH"),
                    Map.entry("REDISH", "REDDISH"),
                    Map.entry("VIOLETTISH", "VIOLETISH"),
                    Map.entry("COGNAC", "BROWN"),
                    Map.entry("CHAMPAGNE", "BROWN"),
                    Map.entry("CHOCOLATE", "BROWN"));

    private final List<UnknownValue> unknown;

    /// Creates a parser that adds the words it does not know to `unknown`.
    ColourParser(List<UnknownValue> unknown) {
        this.unknown = unknown;
    }

    /// Returns the colour of a text: `G`, `O-P`, or `Fancy-Light_greyish Blue/Green`.
    StoneColour parse(@Nullable String text) {
        if (text == null) return StoneColour.NONE;
        String capitals = text.toUpperCase(Locale.ROOT).strip();
        var grade = GRADE.matcher(capitals);
        if (grade.matches()) {
            String to = grade.group(2);
            return new StoneColour(
                    to == null ? grade.group(1) : grade.group(1) + "-" + to, null, null, null);
        }
        Set<String> hues = new TreeSet<>();
        Set<String> overtones = new TreeSet<>();
        List<String> intensity = new ArrayList<>();
        for (String word : SEPARATORS.splitAsStream(capitals).toList()) {
            String known = SYNONYMS.getOrDefault(word, word);
            if (HUES.contains(known)) hues.add(known);
            else if (OVERTONES.contains(known)) overtones.add(known);
            else if (INTENSITIES.contains(known)) intensity.add(known);
            else if (!NOISE.contains(known)) unknown.add(new UnknownValue("colour", known));
        }
        return new StoneColour(
                null, intensity(intensity, !hues.isEmpty()), joined(overtones), joined(hues));
    }

    private static @Nullable String joined(Set<String> words) {
        return words.isEmpty() ? null : String.join("-", words);
    }

    /// Returns the intensity in the laboratories' order of words.
    private static @Nullable String intensity(List<String> words, boolean isFancy) {
        for (String strong : List.of("INTENSE", "VIVID", "DEEP", "DARK")) {
            if (words.contains(strong)) return "FANCY " + strong;
        }
        if (words.contains("LIGHT")) {
            if (words.contains("FANCY")) return "FANCY LIGHT";
            return words.contains("VERY") ? "VERY LIGHT" : "LIGHT";
        }
        if (words.contains("FAINT")) return "FAINT";
        return words.contains("FANCY") && (isFancy || words.size() == 1) ? "FANCY" : null;
    }
}
