import { toBase64 } from '../../attestation/bytes.js';
import { coseSignedBytes } from '../../attestation/cose-receipt.js';
import { readVkey } from '../../attestation/note.js';

/** A signed checkpoint of a log. Its row changes only when cosignatures are added. */
export interface LogCheckpoint {
  /** Made by `checkpointId`. */
  readonly id: string;
  readonly organization_id: string;
  readonly epoch: number;
  /** Number of leaves. */
  readonly size: number;
  /** Base64. */
  readonly root: string;
  /** Verifier key of the log. */
  readonly public_key: string;
  /** Signed note that contains only the log's signature. */
  readonly checkpoint: string;
  /** Signature of the same size and root for COSE receipts; base64. */
  readonly cose_signature: string;
  /** Signature lines of witnesses, to be appended to the note. */
  readonly cosignatures: readonly string[];
  readonly created_at: number;
  readonly version: number;
}

/** State of a log's published checkpoints. */
export interface LogPublication {
  /** Made by `publicationId`. */
  readonly id: string;
  readonly organization_id: string;
  readonly epoch: number;
  /** Number of leaves of the newest checkpoint. */
  readonly size: number;
  /** Number of leaves of the newest checkpoint that a quorum of witnesses cosigned; 0 if none. */
  readonly witnessed_size: number;
  /** Number of leaves that each witness last cosigned, by the witness's name in the policy. */
  readonly witnesses: Readonly<Record<string, number>>;
  /** Time at which the newest checkpoint was signed. */
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

/** The signed note with the cosignatures appended. */
export function cosignedNote({ checkpoint, cosignatures }: Pick<LogCheckpoint, 'checkpoint' | 'cosignatures'>): string {
  return checkpoint + cosignatures.join('');
}

/** A tree that was just signed, and its signer. */
interface Signed extends Pick<LogCheckpoint, 'organization_id' | 'epoch' | 'size' | 'public_key' | 'checkpoint'> {
  readonly root: Uint8Array;
  sign(message: Uint8Array): Uint8Array;
}

/** Builds the checkpoint of a signed tree, which no witness has cosigned yet. */
export function toLogCheckpoint(signed: Signed, now: number): LogCheckpoint {
  const { organization_id, epoch, size, root, public_key, checkpoint } = signed;
  return {
    id: checkpointId(organization_id, epoch, size),
    organization_id,
    epoch,
    size,
    root: toBase64(root),
    public_key,
    checkpoint,
    cose_signature: toBase64(signed.sign(coseSignedBytes(size, root, readVkey(public_key)))),
    cosignatures: [],
    created_at: now,
    version: 0,
  };
}
