/** How a database is opened. */
export interface StoreOptions {
  /** Create the file when it is absent. */
  readonly create: boolean;
  /** False: the database opens even without the key of its logs, and only what needs that key fails. */
  readonly needsLogKey: boolean;
  /** File of the log's private key; undefined = beside the database. */
  readonly logKey?: string | undefined;
  /** Name of the logs of a new database; undefined = one derived from the key. */
  readonly logName?: string | undefined;
  /**
   * `on close`: writes are on disk only when the store is closed. For a long work that can be done again, which so holds the
   * lock without waiting for the disk; what others write meanwhile is on disk at once, with all that came before it.
   */
  readonly syncs?: 'each commit' | 'on close';
  /** False: no copy of the file is made before it is upgraded. */
  readonly upgradeCopy?: boolean | undefined;
  /** Told each step of an upgrade before it begins: the copy of the file, and the migrations by their names. */
  readonly onUpgrade?: ((step: string) => void) | undefined;
  /** File of what was signed for the logs; undefined = beside their key. */
  readonly logSigned?: string | undefined;
  /** Connections to a database on a server at most; undefined = 10. */
  readonly connections?: number | undefined;
  /** What the names of the portal's own files begin with; undefined = the path of the database. A database on a server needs it, or `logKey`. */
  readonly files?: string | undefined;
}
