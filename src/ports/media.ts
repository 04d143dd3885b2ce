/** Storage of shop pictures. */
export interface Media {
  /** Absolute path; each shop has a subfolder named by its id. */
  readonly folder: string;
  /**
   * Stores a picture permanently: clients may cache it forever. Resolves once durable; false if the same picture was
   * stored before.
   * @throws PortalError `media_exists` when another picture has the name, `unavailable` when it cannot be written now
   */
  put(shopId: string, name: string, bytes: Uint8Array): Promise<boolean>;
  /**
   * True if this picture is stored under this name.
   * @throws PortalError as `put`
   */
  has(shopId: string, name: string, bytes: Uint8Array): Promise<boolean>;
  /** Total size of a shop's pictures in bytes. */
  size(shopId: string): Promise<number>;
  /**
   * Identifies the folder, so that processes can check that they share it; created if absent. Null if it cannot be
   * written.
   */
  mark(): Promise<string | null>;
}
