package dev.pawl.cli.images;

import dev.pawl.images.request.ImageFailure;

/// The exit codes of `pawl images`.
final class ImagesExit {
    static final int REJECTED = 3;
    static final int SOURCE = 4;
    static final int NO_SPACE = 5;
    static final int INTERRUPTED = 6;
    static final int FAILED = 1;

    private ImagesExit() {}

    static int of(ImageFailure failure) {
        return switch (failure) {
            case POLICY -> REJECTED;
            case SOURCE -> SOURCE;
            case SPACE -> NO_SPACE;
            case USE, DAMAGE -> FAILED;
        };
    }
}
