package dev.pawl.diamonds.reprice;

/// Asks to undo a job, named by the id of its run.
public record RevertRequest(String job, String reason) {}
