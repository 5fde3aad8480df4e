package dev.pawl.images.source;

import dev.pawl.images.source.ServerPlace.Reach;

final class HttpFaultsTest extends FaultContract {
    @Override
    Reach reach() {
        return Reach.HTTP;
    }
}
