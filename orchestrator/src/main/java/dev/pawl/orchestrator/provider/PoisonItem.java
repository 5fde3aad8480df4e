package dev.pawl.orchestrator.provider;

/// A record that cannot be used: what was expected, what was found, and the record itself.
public final class PoisonItem extends Exception {
    private static final long serialVersionUID = 1;

    private final String urn;
    private final String payload;

    /// @param urn the record's name as far as it is known, or ""
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
