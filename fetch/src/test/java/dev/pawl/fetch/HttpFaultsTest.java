package dev.pawl.fetch;

import dev.pawl.fetch.TestBucket.Protocol;

final class HttpFaultsTest extends FaultContract {
    @Override
    Protocol protocol() {
        return Protocol.HTTP;
    }
}
