import { AttestationError } from '../../attestation/attestation-error.js';
import { toBase64 } from '../../attestation/bytes.js';
import { openCheckpoint } from '../../attestation/checkpoint.js';
import type { LogChangeEntry } from '../../attestation/log-entry.js';
import { openClosing } from '../../attestation/log-statement.js';
import { readVkey, vkeyOf } from '../../attestation/note.js';
import type { ClosedLog } from '../../ports.js';
import { LogFault } from './log-fault.js';
import type { LogKey } from './log-key.js';
import type { KnownTree, Tree } from './log-walk.js';
import type { SignedHead } from './signed-heads.js';

/** Maps the origins of a log, present and earlier, to their verifier keys. */
export function verifierKeys(key: LogKey, organizationId: string, epoch: number, closed: readonly ClosedLog[]) {
  const present = key.verifier(organizationId, epoch);
  const earlier = closed.flatMap(({ public_key }) => {
    const name = parseName(public_key);
    return name === undefined ? [] : [[name, public_key] as const];
  });
  return new Map<string, string>([...earlier, [present.name, vkeyOf(present)]]);
}

/** Returns the name in a verifier key; `undefined` if the text is not a verifier key. */
function parseName(vkey: string): string | undefined {
  try {
    return readVkey(vkey).name;
  } catch (error) {
    if (error instanceof AttestationError) return undefined;
    throw error;
  }
}

/**
 * Reads the trees of checkpoints kept outside the portal.
 * @throws LogFault if a note is not a checkpoint of this log under any of its names
 */
export function readKeptTrees(notes: readonly string[], vkeys: ReadonlyMap<string, string>): KnownTree[] {
  return notes.map((note) => {
    const origin = note.split('\n', 1)[0] ?? '';
    try {
      const { size, root } = openCheckpoint(note, readVkey(vkeys.get(origin) ?? [...vkeys.values()].at(-1) ?? ''));
      return { name: 'the kept checkpoint', size, root };
    } catch (error) {
      if (error instanceof AttestationError)
        throw new LogFault(`the kept checkpoint is not a checkpoint of this log: ${error.detail}`);
      throw error;
    }
  });
}

/** Returns the trees of the signed heads under the present name, which the log must extend. */
export function signedTrees(signed: readonly SignedHead[], vkey: string): KnownTree[] {
  return signed
    .filter((head) => head.vkey === vkey && head.size > 0)
    .map(({ size, root }) => ({ name: 'its signed heads', size, root }));
}

/** @throws LogFault if a known tree is larger than the log */
export function assertNotOlder(known: readonly KnownTree[], { size }: Tree): void {
  const larger = known.find((tree) => tree.size > size);
  if (!larger) return;
  const has = larger.name === 'its signed heads' ? 'were signed' : 'are in the kept checkpoint';
  throw new LogFault(
    `the log has ${size} leaves, and ${larger.size} ${has}: an older copy of the database was restored, or the log was truncated`,
  );
}

/** True if the statement that closed a name is signed and matches the log's entry about the change. */
function isStatement({ epoch, public_key, statement }: ClosedLog, change: LogChangeEntry): boolean {
  try {
    const said = openClosing(statement);
    const { closed, opened, reason, at, signed } = said;
    const isNext = epoch === change.epoch - 1;
    const isSame = isNext && closed === public_key && closed === change.closed && opened === change.opened;
    return isSame && reason === change.type && at === change.at && signed.size === change.signed_size;
  } catch (error) {
    if (error instanceof AttestationError) return false;
    throw error;
  }
}

/** Describes where the names in the entries differ from those in the rows, and which signed heads contradict them. */
export function findNameFaults(
  changes: readonly LogChangeEntry[],
  closed: readonly ClosedLog[],
  present: { readonly epoch: number; readonly vkey: string },
  signed: readonly SignedHead[],
): readonly string[] {
  const faults: string[] = [];
  const opened = changes.at(-1);
  if ((opened?.epoch ?? 1) !== present.epoch || (opened && opened.opened !== present.vkey))
    faults.push('the name of the log is not the one that its entries say');
  const isStated = (change: LogChangeEntry) => closed.some((one) => isStatement(one, change));
  if (!changes.every(isStated) || closed.length !== changes.length)
    faults.push('the statements that closed earlier names of the log are not those that its entries say');
  const later = Math.max(...signed.map(({ epoch }) => epoch), 0);
  if (later > present.epoch)
    faults.push(
      `the log has the epoch ${present.epoch}, and the epoch ${later} was signed: an older copy of the database was restored`,
    );
  for (const { closed: vkey, signed_size, signed_root } of changes) {
    const head = signed.find((one) => one.vkey === vkey);
    if (head && (head.size !== signed_size || toBase64(head.root) !== signed_root))
      faults.push(`${readVkey(vkey).name} was signed with ${head.size} leaves, and closed with ${signed_size}`);
  }
  return faults;
}
