package dev.pawl.images.source;

import java.util.Optional;
import java.util.OptionalLong;

/// An object as its source describes it; a list has no checksums.
public record Found(
        Key key, OptionalLong size, Optional<Validator> validator, Optional<Sha256> checksum) {

    static Found listed(Key key, long size, Validator validator) {
        return new Found(key, OptionalLong.of(size), Optional.of(validator), Optional.empty());
    }

    /// Returns the validator by which a fetch may be continued.
    Optional<Validator> strong() {
        return validator.filter(Validator::isStrong);
    }
}
