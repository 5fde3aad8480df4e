package dev.pawl.servers;

import java.time.Duration;
import java.util.Map;

/// What [HttpFaults] does to one request or to its answer.
///
/// Counts of bytes are of the body.
public sealed interface HttpFault {

    /// Nothing.
    record None() implements HttpFault {}

    /// Resets the connection after so many bytes.
    record Cut(long after) implements OfBody {}

    /// Closes the connection in order after so many bytes, as if that were all.
    record Truncate(long after) implements OfBody {}

    /// Sends no more after so many bytes, until the client leaves.
    record Stall(long after) implements OfBody {}

    /// Sends one byte at a time, with a pause before each.
    record Slow(Duration pause) implements OfBody {}

    /// Announces a length that is wrong by so many bytes, and sends the body as it is.
    record WrongLength(long difference) implements OfHead {}

    /// Gives an answer of its own, with a body in ISO 8859-1; the server is not asked.
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

    /// Says another status than the server; everything else is the server's.
    record Status(int status) implements OfHead {}

    /// Leaves a header out of the answer.
    record Without(String header) implements OfHead {}

    /// Puts a header into the answer, in place of those of that name.
    record With(String header, String value) implements OfHead {}

    /// Asks the server for the whole.
    record IgnoreRange() implements OfRequest {}

    /// Does something, such as changing the object, before the server is asked.
    record Meanwhile(Runnable change) implements OfRequest {}

    /// Never answers; ends when the client leaves.
    record Silence() implements OfServer {}

    /// Answers with a head that is none.
    record Garbage() implements OfServer {}

    /// What is done in the place of the server.
    sealed interface OfServer extends HttpFault {}

    /// What is done before the server is asked.
    sealed interface OfRequest extends HttpFault {}

    /// What is done to the head of the server's answer.
    sealed interface OfHead extends HttpFault {}

    /// What is done to the body of the server's answer.
    sealed interface OfBody extends HttpFault {}
}
