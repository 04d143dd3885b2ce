/** The newest public checkpoint of a log. */
export interface ShownCheckpoint {
  /** Number of leaves. */
  readonly size: number;
  /** Base64. */
  readonly root: string;
  /** Milliseconds since the epoch. */
  readonly created_at: number;
  /** Key names of the witnesses that cosigned it. */
  readonly witnesses: readonly string[];
}

/** A log of an organization under one of its names. */
export interface ShownLog {
  readonly epoch: number;
  readonly origin: string;
  /** Verifier key. */
  readonly public_key: string;
  /** Path of the log; its checkpoint and tiles are below. */
  readonly url: string;
  readonly is_closed: boolean;
  /** `undefined` while no checkpoint can be shown, for example until witnesses have cosigned one. */
  readonly checkpoint: ShownCheckpoint | undefined;
}

/** The content of the page of an organization's public logs. */
export interface PublicLogs {
  readonly organization_id: string;
  /** Newest first. */
  readonly logs: readonly ShownLog[];
  /** Number of leaves up to the last receipt that was received this many days ago or earlier. */
  readonly growth: readonly { readonly days: number; readonly size: number }[];
}

/** Names the key of a cosignature line, `— NAME SIGNATURE`. */
export function witnessName(line: string): string {
  return line.split(' ')[1] ?? line;
}
