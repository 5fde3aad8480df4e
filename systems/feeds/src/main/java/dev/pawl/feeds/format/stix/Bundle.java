package dev.pawl.feeds.format.stix;

import dev.pawl.feeds.format.Document;
import dev.pawl.feeds.format.Records;
import dev.pawl.feeds.format.json.JsonHead;
import dev.pawl.feeds.format.json.JsonList;
import java.io.IOException;

/// Reads the objects of a STIX 2.0 or 2.1 bundle.
public final class Bundle {
    private static final String OBJECTS = "objects";

    private Bundle() {}

    /// Returns whether a document starts like a bundle: by its type or its id, followed by objects.
    public static boolean isOne(Document document) throws IOException {
        JsonHead head = JsonHead.of(document);
        boolean named =
                head.text("type").orElse("").equals("bundle")
                        || head.text("id").orElse("").startsWith("bundle--");
        return named && head.list().equals(OBJECTS);
    }

    /// Opens a bundle at its first object.
    public static Records<StixObject> open(Document document) throws IOException {
        return JsonList.open(document, OBJECTS).mapped(StixObject::new);
    }
}
