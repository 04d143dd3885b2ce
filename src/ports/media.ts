/** Where the pictures of shops are kept. */
export interface Media {
  /** Absolute path; each shop has a folder of its own in it, by its id. */
  readonly folder: string;
  /**
   * Keeps a picture under a name, for good: whoever has it may keep it too. Resolves after it is durable; false = the same
   * picture is there already.
   * @throws PortalError `media_exists` when another picture has the name, `unavailable` when it cannot be written now
   */
  put(shopId: string, name: string, bytes: Uint8Array): Promise<boolean>;
  /**
   * Whether the picture is there under this name.
   * @throws PortalError as `put`
   */
  has(shopId: string, name: string, bytes: Uint8Array): Promise<boolean>;
  /** What the pictures of a shop take up. Bytes. */
  size(shopId: string): Promise<number>;
  /** By which processes find out that they have the same folder; it is given one when it has none. Null = it cannot be written. */
  mark(): Promise<string | null>;
}
