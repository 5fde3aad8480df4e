package dev.pawl.images.volume;

/// Something that is present at a place for volumes: a volume, or what is left of one.
///
/// @param id its number; 0 if the place cannot tell
/// @param name its name; empty if the place cannot tell
public record Found(int id, String name) {
    /// Returns whether this may be the volume: whatever is known of both is the same.
    public boolean isOf(Device device) {
        return id == 0 ? name.equals(device.name()) : id == device.id();
    }
}
