package dev.pawl.images.source;

import dev.pawl.images.source.ServerPlace.Reach;

final class S3FaultsTest extends FaultContract {
    @Override
    Reach reach() {
        return Reach.OPEN_S3;
    }
}
