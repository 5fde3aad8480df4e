package dev.pawl.fetch.transfer;

import dev.pawl.fetch.FetchException;
import dev.pawl.fetch.FetchException.Kind;
import dev.pawl.fetch.Key;
import dev.pawl.fetch.ObjectInfo;
import dev.pawl.fetch.Validator;
import dev.pawl.fetch.transfer.ContentBody.Announced;
import dev.pawl.fetch.transfer.TransferWatch.IdleTimer;
import java.util.Optional;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/// Opens objects: asks for the description first and then for the content.
///
/// So the length and the validator are stated twice, and a server that is wrong in one of the two
/// is detected.
public record ObjectOpener(ObjectStorage storage, Key key) implements ContentOpener {

    @Override
    public Optional<Opened> open(PartFile part, IdleTimer timer) throws FetchException {
        ObjectInfo found = storage.find(key);
        part.requireAllowed(found.size().orElse(0));
        PartNote wanted = note(found);
        long offset = wanted == null ? 0 : part.kept(wanted).map(PartNote::synced).orElse(0L);
        timer.waiting();
        ContentBody body = storage.open(found, offset);
        try {
            Announced announced = body.announced();
            requireSame(found, announced);
            boolean isSame = announced.validator().equals(found.strong());
            return Optional.of(
                    new Opened(
                            body,
                            announced.orTotal(found.size()),
                            found.checksum(),
                            isSame ? wanted : null));
        } catch (FetchException e) {
            body.close();
            throw e;
        }
    }

    /// Returns the note of a part of this object, or null if nothing identifies its content.
    private @Nullable PartNote note(ObjectInfo found) {
        Optional<Validator> validator = found.strong();
        if (validator.isEmpty() || found.size().isEmpty()) return null;
        return PartNote.of(storage.identity(), key.text(), validator.get(), found.size());
    }

    private void requireSame(ObjectInfo found, Announced announced) throws FetchException {
        Optional<Validator> before = found.strong();
        Optional<Validator> now = announced.validator().filter(Validator::isStrong);
        if (before.isPresent() && now.isPresent() && !before.equals(now)) {
            throw changed(before.get().text(), now.get().text());
        }
        OptionalLong total = announced.total();
        boolean isKnown = found.size().isPresent() && total.isPresent();
        if (isKnown && !found.size().equals(total)) {
            String length = String.valueOf(total.getAsLong());
            if (before.isPresent() && before.equals(now)) {
                throw Download.wrongLength(subject(), found.size().getAsLong(), length);
            }
            throw changed(found.size().getAsLong() + " bytes", length);
        }
    }

    private FetchException changed(String before, String now) {
        return subject()
                .error(
                        Kind.CHANGED,
                        "expected the content %s, found %s; try again when it no longer changes"
                                .formatted(before, now));
    }

    private FetchSubject subject() {
        return storage.subject(key);
    }
}
