/** Options to open a database. */
export interface StoreOptions {
  /** Create the file if it is absent. */
  readonly create: boolean;
  /** If false, the database opens even without the key of its logs, and only operations that need the key fail. */
  readonly needsLogKey: boolean;
  /** File of the log's private key. Defaults to one beside the database. */
  readonly logKey?: string | undefined;
  /** Name of the logs of a new database. Defaults to one derived from the key. */
  readonly logName?: string | undefined;
  /**
   * `on close`: writes reach the disk only when the store is closed. For long, repeatable work, which then holds the
   * lock without waiting for the disk. Writes of other processes still reach the disk at once, with all earlier ones.
   */
  readonly syncs?: 'each commit' | 'on close';
  /** If false, the file is not copied before an upgrade. */
  readonly upgradeCopy?: boolean | undefined;
  /** Called before each step of an upgrade: the copy of the file, and each migration by name. */
  readonly onUpgrade?: ((step: string) => void) | undefined;
  /** File of the signed heads. Defaults to one beside the key. */
  readonly logSigned?: string | undefined;
  /** Maximum of connections to a database on a server. Defaults to 10. */
  readonly connections?: number | undefined;
  /**
   * Prefix of the portal's own files. Defaults to the path of the database. A database on a server needs it, or
   * `logKey`.
   */
  readonly files?: string | undefined;
}
