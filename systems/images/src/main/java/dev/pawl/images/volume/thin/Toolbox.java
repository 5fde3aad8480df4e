package dev.pawl.images.volume.thin;

import dev.pawl.images.volume.VolumeException;
import dev.pawl.images.volume.VolumeException.Kind;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/// Runs programs, and tells what their answers mean.
final class Toolbox {
    /// How often something busy is tried: who looks at new devices, as udev does, is soon done.
    static final int BUSY_TRIES = 5;

    private static final Duration BUSY_PAUSE = Duration.ofMillis(200);

    private final Commands commands;
    private final StuckNote note;

    Toolbox(Commands commands, StuckNote note) {
        this.commands = commands;
        this.note = note;
    }

    /// Runs a program and returns what it said; one that fails is an exception, and one that finds
    /// something busy is tried again before that.
    String run(Tool tool, String... arguments) throws VolumeException, IOException {
        Command command = new Command(tool, List.of(arguments));
        Answer answer = ask(command);
        for (int tries = 1; isBusy(answer) && tries < BUSY_TRIES; tries++) {
            commands.pause(BUSY_PAUSE.multipliedBy(tries));
            answer = ask(command);
        }
        if (answer.isGood()) return answer.out();
        throw failure(command, answer);
    }

    /// Runs a program once and returns its answer, also if that is a failure.
    Answer ask(Tool tool, String... arguments) throws VolumeException, IOException {
        return ask(new Command(tool, List.of(arguments)));
    }

    List<Mount> mounts() throws VolumeException, IOException {
        refuseIfStuck();
        return Mount.parse(commands.mounts());
    }

    Optional<String> trouble() throws IOException {
        return note.read();
    }

    /// Refuses all work where something is stuck; before each command, and before a device is read.
    void refuseIfStuck() throws VolumeException, IOException {
        Optional<String> reason = note.read();
        if (reason.isPresent()) {
            throw new VolumeException(
                    Kind.UNHEALTHY,
                    "nothing is done in %s until its trouble is cleared: %s"
                            .formatted(note.directory(), reason.get()));
        }
    }

    /// Returns the exception for a program that has failed.
    static VolumeException failure(Command command, Answer answer) {
        return new VolumeException(
                kind(answer),
                "'%s' should succeed, and ended with %d: %s"
                        .formatted(command, answer.exit(), answer.err().strip()));
    }

    private Answer ask(Command command) throws VolumeException, IOException {
        refuseIfStuck();
        Answer answer = commands.run(command);
        return switch (answer.ending()) {
            case EXITED -> answer;
            case KILLED ->
                    throw new VolumeException(
                            Kind.TRANSIENT,
                            "'%s' should take at most %s, and was ended after %s"
                                    .formatted(command, command.tool().limit(), answer.took()));
            case STUCK -> throw stuck(command, answer);
        };
    }

    private VolumeException stuck(Command command, Answer answer) throws IOException {
        String reason =
                "'%s' is stuck: it should take at most %s, and after %s it cannot be killed"
                        .formatted(command, command.tool().limit(), answer.took());
        note.write(reason);
        return new VolumeException(Kind.UNHEALTHY, reason);
    }

    private static boolean isBusy(Answer answer) {
        return !answer.isGood() && kind(answer) == Kind.TRANSIENT && answer.says("busy");
    }

    private static Kind kind(Answer answer) {
        // A name or an identity that is in use is busy too, and will be the next time.
        if (answer.says("create ioctl") && answer.says("busy")) return Kind.TAKEN;
        if (answer.says("File exists")) return Kind.TAKEN;
        if (answer.says("No space left")) return Kind.NO_SPACE;
        if (answer.says("No data available") || answer.says("does not exist")) return Kind.MISSING;
        if (answer.says("wrong fs type")) return Kind.FOREIGN;
        return Kind.TRANSIENT;
    }
}
