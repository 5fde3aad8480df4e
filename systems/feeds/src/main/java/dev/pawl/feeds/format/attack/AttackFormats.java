package dev.pawl.feeds.format.attack;

import dev.pawl.feeds.format.Format;
import java.util.List;

/// The formats of MITRE ATT&CK.
public final class AttackFormats {
    private AttackFormats() {}

    public static List<Format<?>> all() {
        return List.of(new AttackBundle());
    }
}
