import { AttestationError } from '../../attestation/attestation-error.js';
import { readVkey } from '../../attestation/note.js';
import { LogRefusal } from '../../ports.js';

/**
 * Checks the verifier key (name and public key of the logs) that was read from a database; `undefined` if there is
 * none.
 * @throws LogRefusal if it is not a verifier key
 */
export function checkLogName(vkey: string | undefined): string | undefined {
  try {
    if (vkey !== undefined) readVkey(vkey);
    return vkey;
  } catch (cause) {
    if (!(cause instanceof AttestationError)) throw cause;
    throw new LogRefusal(
      'the name of the receipt logs in the database is not valid: it was changed from outside. Restore the newest copy of it',
    );
  }
}

/**
 * Checks the verifier key of a database that must hold one.
 * @throws LogRefusal
 */
export function requireLogName(vkey: string | undefined): string {
  const known = checkLogName(vkey);
  if (known !== undefined) return known;
  throw new LogRefusal(
    'the database does not hold the name of its receipt logs: it was changed from outside, or emptied. Restore the newest copy of it',
  );
}

/** Builds the error for a database that holds logs, but not their name. */
export function lostLogNameError(): LogRefusal {
  return new LogRefusal(
    'the database has had receipt logs, but does not hold their name any more: it was changed from outside. Restore the newest copy of it',
  );
}
