/** Storage of shop pictures. */
export interface Media {
  /** Absolute path; each shop has a subfolder named by its id. */
  readonly folder: string;
  /**
   * Stores a picture permanently, since clients may cache it forever. Resolves to true once the picture is durable, or
   * to false if the same picture was already stored.
   * @throws PortalError `media_exists` if a different picture has this name, `unavailable` if it cannot be written now
   */
  put(shopId: string, name: string, bytes: Uint8Array): Promise<boolean>;
  /**
   * True if this picture is stored under this name.
   * @throws PortalError `media_exists` or `unavailable`, under the conditions of `put`
   */
  has(shopId: string, name: string, bytes: Uint8Array): Promise<boolean>;
  /** Returns the total size of a shop's pictures in bytes. */
  size(shopId: string): Promise<number>;
  /**
   * Returns the mark that identifies the folder, so that processes can check that they share it. Creates it if absent;
   * null if it cannot be written.
   */
  mark(): Promise<string | null>;
}
