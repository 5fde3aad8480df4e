package dev.pawl.tidy;

/// Something that breaks a rule: which rule, in what (a file, or `file#member`), and what to do.
record Finding(String rule, String subject, String message) {

    @Override
    public String toString() {
        return "%s: %s: %s".formatted(rule, subject, message);
    }
}
