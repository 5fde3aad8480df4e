package dev.pawl.images.volume.thin;

import dev.pawl.images.volume.VolumeException;
import dev.pawl.images.volume.VolumeException.Kind;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/// Runs programs and translates their results into errors.
final class DeviceTools {
    /// How often a busy device is tried: programs such as udev look at new devices only briefly.
    static final int BUSY_TRIES = 5;

    private static final Duration BUSY_PAUSE = Duration.ofMillis(200);

    private final DeviceCommands commands;
    private final StuckFile stuckFile;

    DeviceTools(DeviceCommands commands, StuckFile stuckFile) {
        this.commands = commands;
        this.stuckFile = stuckFile;
    }

    /// Runs a program and returns its output; retries if a device is busy, and throws if it fails.
    String run(Tool tool, String... arguments) throws VolumeException, IOException {
        ProgramCall command = new ProgramCall(tool, List.of(arguments));
        ProgramResult result = runOnce(command);
        for (int tries = 1; isBusy(result) && tries < BUSY_TRIES; tries++) {
            commands.pause(BUSY_PAUSE.multipliedBy(tries));
            result = runOnce(command);
        }
        if (result.isGood()) return result.out();
        throw failure(command, result);
    }

    /// Runs a program once and returns its result, also if it fails.
    ProgramResult runOnce(Tool tool, String... arguments) throws VolumeException, IOException {
        return runOnce(new ProgramCall(tool, List.of(arguments)));
    }

    List<Mount> mounts() throws VolumeException, IOException {
        refuseIfStuck();
        return Mount.parse(commands.mounts());
    }

    Optional<String> problem() throws IOException {
        return stuckFile.read();
    }

    /// Refuses all work in a stuck pool; called before each command and before a device is read.
    void refuseIfStuck() throws VolumeException, IOException {
        Optional<String> reason = stuckFile.read();
        if (reason.isPresent()) {
            throw new VolumeException(
                    Kind.UNHEALTHY,
                    "pool %s is stuck; repair it and run `pawl images pool clear`: %s"
                            .formatted(stuckFile.directory(), reason.get()));
        }
    }

    /// Returns the exception for a failed program.
    static VolumeException failure(ProgramCall command, ProgramResult result) {
        return new VolumeException(
                kind(result),
                "expected '%s' to succeed, found exit code %d: %s"
                        .formatted(command, result.exit(), result.err().strip()));
    }

    private ProgramResult runOnce(ProgramCall command) throws VolumeException, IOException {
        refuseIfStuck();
        ProgramResult result = commands.run(command);
        return switch (result.ending()) {
            case EXITED -> result;
            case KILLED ->
                    throw new VolumeException(
                            Kind.TRANSIENT,
                            "expected '%s' to take at most %s; it was killed after %s"
                                    .formatted(command, command.tool().limit(), result.took()));
            case STUCK -> throw stuck(command, result);
        };
    }

    private VolumeException stuck(ProgramCall command, ProgramResult result) throws IOException {
        String reason =
                "'%s' is stuck: expected at most %s, and it cannot be killed after %s"
                        .formatted(command, command.tool().limit(), result.took());
        stuckFile.write(reason);
        return new VolumeException(Kind.UNHEALTHY, reason);
    }

    private static boolean isBusy(ProgramResult result) {
        return !result.isGood() && kind(result) == Kind.TRANSIENT && result.says("busy");
    }

    private static Kind kind(ProgramResult result) {
        // A name or identity that is in use is reported as busy too, but a retry cannot help.
        if (result.says("create ioctl") && result.says("busy")) return Kind.TAKEN;
        if (result.says("File exists")) return Kind.TAKEN;
        if (result.says("No space left")) return Kind.NO_SPACE;
        if (result.says("No data available") || result.says("does not exist")) return Kind.MISSING;
        if (result.says("wrong fs type")) return Kind.FOREIGN;
        return Kind.TRANSIENT;
    }
}
