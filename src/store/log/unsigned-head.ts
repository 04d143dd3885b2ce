import { EMPTY_ROOT } from '../../attestation/merkle.js';
import { vkeyOf } from '../../attestation/note.js';
import type { LogKey } from './log-key.js';
import type { SignedHead } from './signed-heads.js';

/** Builds the head of a log that was never signed. */
export function unsignedHead(key: LogKey, organization_id: string, epoch: number): SignedHead {
  return { vkey: vkeyOf(key.verifier(organization_id, epoch)), organization_id, epoch, size: 0, root: EMPTY_ROOT };
}
