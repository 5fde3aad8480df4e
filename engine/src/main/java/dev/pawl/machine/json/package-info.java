/// How Jackson reads and writes the sealed types of an application. Internal: `JsonCodec` in
/// `dev.pawl.machine` is the public API.
///
/// Start at [SealedJson], which adds the names of classes; the serializers and deserializers here
/// combine those names with an application's own. [JsonFaults] finds types that cannot be read,
/// [PlainRecords] those whose values need not be read twice, and [JsonEncoders] writes values.
///
/// Must stay true: stored JSON stays readable, and no code of the application is called except to
/// read and write its values.
@NullMarked
package dev.pawl.machine.json;

import org.jspecify.annotations.NullMarked;
