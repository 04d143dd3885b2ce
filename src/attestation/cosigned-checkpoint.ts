import { AttestationError } from './attestation-error.js';
import { type Checkpoint, openCheckpoint } from './checkpoint.js';
import { type Cosignature, cosignatureBy } from './cosignature.js';
import { type NoteVerifier, noteParts } from './note.js';
import { hasQuorum, type Policy } from './policy.js';

/** A checkpoint that a quorum of witnesses cosigned. */
export interface CosignedCheckpoint extends Checkpoint {
  /** Names, in the policy, of the witnesses with valid cosignatures. */
  readonly witnesses: readonly string[];
}

/**
 * Collects the cosignatures of the policy's witnesses, by the witness's name in the policy.
 * @throws AttestationError `invalid_note` when one of them is invalid
 */
export function cosignaturesOf(note: string, { witnesses }: Policy): ReadonlyMap<string, Cosignature> {
  const { text, signatures } = noteParts(note);
  const found = new Map<string, Cosignature>();
  for (const [name, { verifier }] of witnesses) {
    const cosignature = cosignatureBy(verifier, text, signatures);
    if (cosignature) found.set(name, cosignature);
  }
  return found;
}

/**
 * Opens a checkpoint that the log signed and a quorum of the policy cosigned. If the policy names logs, this log must
 * be one of them.
 * @throws AttestationError `invalid_note`, `quorum_not_met`
 */
export function openCosigned(note: string, log: NoteVerifier, policy: Policy): CosignedCheckpoint {
  const checkpoint = openCheckpoint(note, log);
  const isKnown = policy.logs.some(({ verifier }) => isSameKey(verifier, log));
  if (policy.logs.length > 0 && !isKnown)
    throw new AttestationError('invalid_note', `the policy does not name the log ${log.name} with this key`);
  const witnesses = [...cosignaturesOf(note, policy).keys()];
  if (hasQuorum(policy, new Set(witnesses))) return { ...checkpoint, witnesses };
  const by = witnesses.length === 0 ? 'no witness of the policy' : witnesses.join(', ');
  throw new AttestationError('quorum_not_met', `the checkpoint is cosigned by ${by}: that is not a quorum`);
}

function isSameKey(a: NoteVerifier, b: NoteVerifier): boolean {
  return a.name === b.name && a.publicKey.fingerprint === b.publicKey.fingerprint;
}
