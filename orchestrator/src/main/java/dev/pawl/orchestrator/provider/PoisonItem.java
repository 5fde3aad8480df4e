package dev.pawl.orchestrator.provider;

/// A record that cannot be used. The message says what was expected and found.
public final class PoisonItem extends Exception {
    private static final long serialVersionUID = 1;

    private final String urn;
    private final String payload;

    /// @param urn the record's name as far as it is known, or ""
    /// @param payload the record itself, as text
    public PoisonItem(String urn, String message, String payload) {
        super(message);
        this.urn = urn;
        this.payload = payload;
    }

    public String urn() {
        return urn;
    }

    public String payload() {
        return payload;
    }
}
