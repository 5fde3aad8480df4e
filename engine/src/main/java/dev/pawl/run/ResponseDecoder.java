package dev.pawl.run;

/// Reads the responses of a machine's runs. Every `Machine` is one; use the machine itself.
public interface ResponseDecoder<O> {
    /// Returns the name of the machine whose responses this reads.
    String name();

    /// Returns the value that the bytes of a response encode.
    O decodeResponse(Payload response);
}
