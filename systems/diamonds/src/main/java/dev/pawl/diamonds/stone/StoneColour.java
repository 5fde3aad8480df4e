package dev.pawl.diamonds.stone;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// The colour of a stone: a grade from D to Z, or a fancy colour with intensity and overtone.
///
/// The hue of a compound colour is ordered and hyphenated: `BLUE-GREEN`.
public record StoneColour(
        @Nullable String grade,
        @Nullable String intensity,
        @Nullable String overtone,
        @Nullable String hue) {
    /// No colour is known.
    public static final StoneColour NONE = new StoneColour(null, null, null, null);

    public boolean isFancy() {
        return hue != null || intensity != null;
    }

    /// Returns the colour as a jeweller writes it: `G`, or `FANCY INTENSE GREENISH YELLOW`.
    public String text() {
        List<String> words = new ArrayList<>();
        if (grade != null) words.add(grade);
        if (intensity != null) words.add(intensity);
        if (overtone != null) words.add(overtone);
        if (hue != null) words.add(hue);
        return String.join(" ", words);
    }
}
