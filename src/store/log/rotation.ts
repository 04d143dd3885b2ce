/** Options to replace the key of the logs. */
export interface RotationOptions {
  readonly logKey?: string | undefined;
  readonly logSigned?: string | undefined;
  /** Prefix of the portal's own files. Required for a database on a server, unless `logKey` is given. */
  readonly files?: string | undefined;
  /** New name of the logs. Omit to keep the name. */
  readonly logName?: string | undefined;
  /** True if the present key is lost, so that it can neither sign nor verify a MAC. */
  readonly isLost: boolean;
  /** Milliseconds since the epoch. */
  readonly now: number;
}

/** Next name of a log. */
export interface NextLogName {
  /** Verifier key of the next name. */
  readonly vkey: string;
  readonly epoch: number;
  /** Signed note that closed the previous name. */
  readonly statement: string;
}

export interface RotationResult {
  /** Next names of the logs, keyed by organization. */
  readonly opened: ReadonlyMap<string, NextLogName>;
  /** New path of the previous key's file; `undefined` if there was none. */
  readonly earlierKeyFile: string | undefined;
}
