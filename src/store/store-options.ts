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
   * `on close`: writes reach the disk only when the store is closed, so that long, repeatable work does not wait for
   * the disk while it holds the lock. A write of another process still reaches the disk immediately, together with all
   * earlier ones.
   */
  readonly syncs?: 'each commit' | 'on close';
  /** If false, the file is not copied before an upgrade. */
  readonly upgradeCopy?: boolean | undefined;
  /** Called before each step of an upgrade: the copy of the file, and each migration by name. */
  readonly onUpgrade?: ((step: string) => void) | undefined;
  /** File of the signed heads. Defaults to one beside the key. */
  readonly logSigned?: string | undefined;
  /** Maximum number of connections to a database on a server. Defaults to 10. */
  readonly connections?: number | undefined;
  /**
   * Path prefix of the portal's files. Defaults to the path of the database. Required for a database on a server,
   * unless `logKey` is given.
   */
  readonly files?: string | undefined;
}
