/** A signed checkpoint of a log. Its row changes only by added cosignatures. */
export interface LogCheckpoint {
  /** See `checkpointId`. */
  readonly id: string;
  readonly organization_id: string;
  readonly epoch: number;
  /** Number of leaves. */
  readonly size: number;
  /** Base64. */
  readonly root: string;
  /** Verifier key of the log. */
  readonly public_key: string;
  /** Signed note with only the log's own signature. */
  readonly checkpoint: string;
  /** Signature over the same size and root, for COSE receipts; base64. */
  readonly cose_signature: string;
  /** Witness signature lines, appended to the note. */
  readonly cosignatures: readonly string[];
  readonly created_at: number;
  readonly version: number;
}

/** Published checkpoints of a log. */
export interface LogPublication {
  /** See `publicationId`. */
  readonly id: string;
  readonly organization_id: string;
  readonly epoch: number;
  /** Leaves of the newest checkpoint. */
  readonly size: number;
  /** Leaves of the newest checkpoint cosigned by a quorum of witnesses; 0 if none. */
  readonly witnessed_size: number;
  /** Leaves last cosigned by each witness, by its name in the policy. */
  readonly witnesses: Readonly<Record<string, number>>;
  /** Time of the newest checkpoint's signature. */
  readonly updated_at: number;
  readonly created_at: number;
  readonly version: number;
}

export function checkpointId(organizationId: string, epoch: number, size: number): string {
  return `${organizationId}/${epoch}/${size}`;
}

export function publicationId(organizationId: string, epoch: number): string {
  return `${organizationId}/${epoch}`;
}

/** The signed note including cosignatures. */
export function cosignedNote({ checkpoint, cosignatures }: Pick<LogCheckpoint, 'checkpoint' | 'cosignatures'>): string {
  return checkpoint + cosignatures.join('');
}
