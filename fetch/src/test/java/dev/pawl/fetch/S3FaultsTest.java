package dev.pawl.fetch;

import dev.pawl.fetch.TestBucket.Protocol;

final class S3FaultsTest extends FaultContract {
    @Override
    Protocol protocol() {
        return Protocol.OPEN_S3;
    }
}
