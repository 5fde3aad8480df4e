package dev.pawl.images.volume;

/// A volume that exists in the volume storage, or the remains of one.
///
/// @param id its number; 0 if unknown
/// @param name its name; empty if unknown
public record FoundVolume(int id, String name) {
    /// Returns whether this is the device, by number if it is known and by name otherwise.
    public boolean isOf(Device device) {
        return id == 0 ? name.equals(device.name()) : id == device.id();
    }
}
