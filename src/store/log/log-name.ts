import { AttestationError } from '../../attestation/attestation-error.js';
import { readVkey } from '../../attestation/note.js';
import { LogRefusal } from '../../ports.js';

/** The name and public key of the logs, as a database holds them: a verifier key. */

/**
 * What was read of a database; undefined = it holds none.
 * @throws LogRefusal when it is no verifier key
 */
export function validLogName(vkey: string | undefined): string | undefined {
  try {
    if (vkey !== undefined) readVkey(vkey);
    return vkey;
  } catch (cause) {
    if (!(cause instanceof AttestationError)) throw cause;
    throw new LogRefusal(
      'the name of the receipt logs in the database is not valid: it was changed from outside. Put the newest copy of it back',
    );
  }
}

/**
 * The same of a database that must hold one.
 * @throws LogRefusal
 */
export function knownLogName(vkey: string | undefined): string {
  const known = validLogName(vkey);
  if (known !== undefined) return known;
  throw new LogRefusal(
    'the database does not hold the name of its receipt logs: it was changed from outside, or emptied. Put the newest copy of it back',
  );
}

/** The refusal of a database that holds logs, and no name of them. */
export function logNameIsGone(): LogRefusal {
  return new LogRefusal(
    'the database has had receipt logs, but does not hold their name any more: it was changed from outside. Put the newest copy of it back',
  );
}
