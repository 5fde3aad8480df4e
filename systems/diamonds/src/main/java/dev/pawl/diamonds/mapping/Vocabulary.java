package dev.pawl.diamonds.mapping;

import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// The accepted values of a field, each with its normal form.
///
/// Case, and whether words are separated by spaces, dashes or underscores, do not matter.
final class Vocabulary {
    static final Vocabulary SHAPES =
            of(
                    "ROUND|ROUND BRILLIANT, OCTAGONAL, ASSCHER|ASCHER, ROUND MODIFIED BRILLIANT, "
                            + "OTHER, EMERALD, PENTAGONAL, RECTANGULAR|RECTANGLE, BRIOLETTE, "
                            + "PEAR MODIFIED BRILLIANT, OLD EUROPEAN, SQUARE, PEAR, CUSHION B, "
                            + "KITE, EUROPEAN, HEXAGONAL, BULLET, TRAPEZOID|TRAPEZE, "
                            + "HALF MOON|HALFMOON, SHIELD, OVAL MIXED CUT, OVAL, BAGUETTE, "
                            + "CUSHION MODIFIED, CUSHION BRILLIANT, RADIANT, FAN, TETRAGONAL, "
                            + "TAPERED BAGUETTE, CUSHION, SQUARE EMERALD, HEART, PRAD, LOZENGE, "
                            + "PRINCESS, HEPTAGONAL, TRILLIANT, ROSE, SQUARE RADIANT, FLANDERS, "
                            + "OLD MINER, MARQUISE, NONAGONAL, EUROPEAN CUT, TRIANGULAR");
    static final Vocabulary CLARITIES =
            of("FL, IF, VVS1, VVS2, VS1, VS2, SI1, SI2, SI3, I1, I2, I3");
    static final Vocabulary GRADES =
            of("IDEAL|ID|I, EXCELLENT|EX|X, VERY GOOD|VG, GOOD|GD|G, FAIR|FR|F," + " POOR|PR|P");
    static final Vocabulary FLUORESCENCES =
            of(
                    "NONE|NON|NO|N, VERY SLIGHT|VSL|VSLT, SLIGHT|SL|SLT, FAINT|FNT|F,"
                            + " MEDIUM|MED|M, STRONG|STG|ST|S, VERY STRONG|VST|VSTG|VS");
    static final Vocabulary LABS =
            of("GIA, IGI, HRD, GCAL, AGS, GSI, EGL, DF, IIDGR, GHI, DEL, ADGL, NONE");

    private final Map<String, String> normal;

    private Vocabulary(Map<String, String> normal) {
        this.normal = Map.copyOf(normal);
    }

    /// Returns the vocabulary of a text such as `MEDIUM|MED|M, STRONG|STG`.
    private static Vocabulary of(String text) {
        Map<String, String> normal = new HashMap<>();
        for (String entry : text.split(", ", -1)) {
            String[] forms = entry.split("\\|", -1);
            for (String form : forms) normal.put(form, forms[0]);
        }
        return new Vocabulary(normal);
    }

    /// Returns the normal form, or null if the value is not accepted.
    @Nullable String find(String value) {
        String known = normal.get(value);
        return known == null ? normal.get(words(value)) : known;
    }

    Set<String> accepted() {
        return normal.keySet();
    }

    /// Returns the words of a value in capitals, separated by single spaces.
    static String words(String value) {
        return value.toUpperCase(Locale.ROOT).replaceAll("[\\s_-]+", " ").strip();
    }
}
