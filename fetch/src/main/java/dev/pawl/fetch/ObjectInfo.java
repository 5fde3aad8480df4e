package dev.pawl.fetch;

import java.util.Optional;
import java.util.OptionalLong;

/// What a source knows about an object; lists have no checksums.
public record ObjectInfo(
        Key key, OptionalLong size, Optional<Validator> validator, Optional<Sha256> checksum) {

    public static ObjectInfo listed(Key key, long size, Validator validator) {
        return new ObjectInfo(key, OptionalLong.of(size), Optional.of(validator), Optional.empty());
    }

    /// Returns the validator with which a fetch can be resumed.
    public Optional<Validator> strong() {
        return validator.filter(Validator::isStrong);
    }
}
