package dev.pawl.cli.classes.display;

import dev.pawl.classes.client.ClassDetails;
import dev.pawl.classes.client.ClassLeader;
import dev.pawl.classes.resource.ClassRuntime;
import dev.pawl.classes.resource.ClassRuntimeStatus;
import dev.pawl.classes.resource.StatusCondition;
import dev.pawl.classes.resource.StatusCondition.Truth;
import dev.pawl.cli.screen.HumanText;
import dev.pawl.cli.screen.Paint;
import dev.pawl.controller.ObjectRow;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Why a class is as it is, in the words of its conditions and of the manager.
///
/// @param leader the process that leads, or led last; null if none ever did
/// @param row what the manager of this store has recorded, if any
public record ClassCauses(
        ClassDetails details, @Nullable ClassLeader leader, @Nullable ObjectRow row) {

    /// Returns the causes, the nearest first; there is always one.
    public List<String> at(Instant now) {
        List<String> causes = new ArrayList<>();
        ClassRuntime runtime = details.runtime();
        if (details.hold() != null) {
            causes.add(details.hold().isBlank() ? "Held." : "Held: " + details.hold());
        }
        leaderless(now).ifPresent(causes::add);
        String status = status(runtime);
        if (!causes.contains(status)) causes.add(status);
        if (runtime.status().observedGeneration() < runtime.generation()) {
            causes.add(
                    "Generation %d is not observed yet; the status is about %d."
                            .formatted(
                                    runtime.generation(), runtime.status().observedGeneration()));
        }
        if (row != null) recorded(row, now, causes);
        return causes;
    }

    private Optional<String> leaderless(Instant now) {
        if (leader == null) {
            return Optional.of("No manager runs: start one with `pawl classes run`.");
        }
        if (leader.leadsAt(now)) return Optional.empty();
        return Optional.of(
                "No manager leads since %s: start one with `pawl classes run`."
                        .formatted(HumanText.time(leader.renewedAt())));
    }

    private static void recorded(ObjectRow row, Instant now, List<String> causes) {
        if (row.problem() != null) causes.add("The manager reports: " + row.problem());
        if (row.notes().remark() != null)
            causes.add("The manager reports: " + row.notes().remark());
        if (row.wakeAt() != null) {
            causes.add("It is evaluated again %s.".formatted(HumanText.ago(row.wakeAt(), now)));
        }
    }

    /// Returns what the status says, as one line: `CrashLoop: Pod … restart count=3.`
    public static String status(ClassRuntime runtime) {
        ClassRuntimeStatus status = runtime.status();
        StatusCondition degraded = status.condition(StatusCondition.DEGRADED);
        String message = status.message();
        if (degraded != null && degraded.status() == Truth.TRUE && !message.startsWith("Held")) {
            return "%s: %s".formatted(degraded.reason(), message);
        }
        return message.isEmpty() ? "The class is %s.".formatted(status.phase()) : message;
    }

    /// Returns the phase in its colour.
    public static String phase(Paint paint, ClassRuntime runtime) {
        String text = runtime.status().phase().toString();
        return switch (runtime.status().phase()) {
            case AVAILABLE -> paint.green(text);
            case DEGRADED -> paint.red(text);
            case PENDING, APPLYING, PROGRESSING -> paint.cyan(text);
            case DELETING -> paint.faint(text);
        };
    }
}
