package dev.pawl.servers;

import java.time.Duration;
import java.util.Map;

/// What [HttpFaults] does to one request or its response.
///
/// Byte counts refer to the body.
public sealed interface HttpFault {

    /// No fault.
    record None() implements HttpFault {}

    /// Resets the connection after this many bytes.
    record Cut(long after) implements OfBody {}

    /// Closes the connection normally after this many bytes, as if the body were complete.
    record Truncate(long after) implements OfBody {}

    /// Sends nothing more after this many bytes, until the client disconnects.
    record Stall(long after) implements OfBody {}

    /// Sends one byte at a time, with a pause before each.
    record Slow(Duration pause) implements OfBody {}

    /// Announces a length that is wrong by this many bytes, and sends the body unchanged.
    record WrongLength(long difference) implements OfHead {}

    /// Responds by itself, with a body in ISO 8859-1; the server gets no request.
    record Answer(int status, Map<String, String> headers, String body) implements OfServer {
        public Answer {
            headers = Map.copyOf(headers);
        }

        public Answer(int status, Map<String, String> headers) {
            this(status, headers, "answered by a fault");
        }

        public Answer(int status) {
            this(status, Map.of());
        }
    }

    /// Replaces the status of the server's response.
    record Status(int status) implements OfHead {}

    /// Removes a header from the response.
    record Without(String header) implements OfHead {}

    /// Sets a header of the response, replacing those of the same name.
    record With(String header, String value) implements OfHead {}

    /// Requests the whole object instead of the range.
    record IgnoreRange() implements OfRequest {}

    /// Runs an action, such as changing the object, before the request is forwarded.
    record Meanwhile(Runnable change) implements OfRequest {}

    /// Never responds; ends when the client disconnects.
    record Silence() implements OfServer {}

    /// Responds with an invalid header.
    record Garbage() implements OfServer {}

    /// A fault in place of the server's response.
    sealed interface OfServer extends HttpFault {}

    /// A fault before the request is forwarded.
    sealed interface OfRequest extends HttpFault {}

    /// A fault in the header of the server's response.
    sealed interface OfHead extends HttpFault {}

    /// A fault in the body of the server's response.
    sealed interface OfBody extends HttpFault {}
}
