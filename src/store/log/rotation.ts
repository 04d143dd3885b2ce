/** How the key of the logs is replaced. */
export interface RotationOptions {
  readonly logKey?: string | undefined;
  readonly logSigned?: string | undefined;
  /** What the names of the portal's own files begin with. A database on a server needs it, or `logKey`. */
  readonly files?: string | undefined;
  /** New name of the logs; undefined = the name stays. */
  readonly logName?: string | undefined;
  /** True: the present key is lost, so it can neither sign nor check a MAC. */
  readonly isLost: boolean;
  /** Milliseconds since the epoch. */
  readonly now: number;
}

/** The next name of a log. */
export interface OpenedName {
  /** Verifier key from now on. */
  readonly vkey: string;
  readonly epoch: number;
  /** What closed the name before, as a signed note. */
  readonly statement: string;
}

export interface Rotated {
  /** The logs under their next names, by organization. */
  readonly opened: ReadonlyMap<string, OpenedName>;
  /** Where the file of the earlier key is now; undefined = there was none. */
  readonly aside: string | undefined;
}
