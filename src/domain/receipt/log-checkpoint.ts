/** A checkpoint of a log that the portal signed. Rows are never changed but for cosignatures that are added. */
export interface LogCheckpoint {
  /** See `checkpointId`. */
  readonly id: string;
  readonly organization_id: string;
  readonly epoch: number;
  /** Leaves. */
  readonly size: number;
  /** Base64. */
  readonly root: string;
  /** Verifier key of the log. */
  readonly public_key: string;
  /** Signed note, with the log's own signature alone. */
  readonly checkpoint: string;
  /** Over the same size and root, for COSE receipts; base64. */
  readonly cose_signature: string;
  /** Lines of witnesses, which go below the note. */
  readonly cosignatures: readonly string[];
  readonly created_at: number;
  readonly version: number;
}

/** Which of a log's checkpoints are shown. */
export interface LogPublication {
  /** See `publicationId`. */
  readonly id: string;
  readonly organization_id: string;
  readonly epoch: number;
  /** Leaves of the newest checkpoint. */
  readonly size: number;
  /** Leaves of the newest one that a quorum of witnesses has cosigned; 0 = there is none. */
  readonly witnessed_size: number;
  /** The leaves that each witness cosigned last, by its name in the policy. */
  readonly witnesses: Readonly<Record<string, number>>;
  /** When the newest checkpoint was signed. */
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

/** The signed note with the cosignatures of witnesses. */
export function cosignedNote({ checkpoint, cosignatures }: Pick<LogCheckpoint, 'checkpoint' | 'cosignatures'>): string {
  return checkpoint + cosignatures.join('');
}
