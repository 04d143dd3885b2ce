import { EMPTY_ROOT } from '../../../attestation/merkle.js';
import { readVkey, vkeyOf } from '../../../attestation/note.js';
import { logOrigin } from '../../../domain/receipt/log-origin.js';
import type { SignedHead } from '../../log/signed-heads.js';
import { openReadOnly } from '../file/read-only-file.js';
import { knownIdentity } from './open-log.js';
import { inSignedFile, openSignedHeads, readSigned } from './open-signed-heads.js';
import { GIVE_UP, PUT } from './signed-statements.js';

/** Copies the signed heads into a new file, for a backup. Returns false, without a new file, if there are none. */
export function copySigned(from: string, to: string): boolean {
  const { heads, abandoned: gone } = readSigned(from);
  if (heads.length === 0 && gone.size === 0) return false;
  write(to, heads, gone);
  return true;
}

/**
 * Merges a backup's signed heads into the file of signed heads, before the backup replaces the database. No head
 * becomes smaller. A log is marked as restored if its head in the file is absent, already marked, or smaller than in
 * the backup; it then waits for `portal log adopt`. Returns the organizations with waiting logs.
 * @throws LogRefusal if a file cannot be used
 */
export function restoreSigned(database: string, backup: string, file: string): readonly string[] {
  const [present, saved] = [readSigned(file), readSigned(backup)];
  const known = new Map(saved.heads.map((head) => [head.vkey, head]));
  for (const head of headsOf(database)) if (!known.has(head.vkey)) known.set(head.vkey, head);
  const trusted = new Map(present.heads.map((head) => [head.vkey, head]));
  const heads = [...known.values()].map(({ restored, ...head }): SignedHead => {
    const there = trusted.get(head.vkey);
    const isTrusted = there !== undefined && there.size >= head.size && !there.restored;
    return isTrusted ? head : { ...head, restored: true };
  });
  // A log that was abandoned when the backup was made may have been reinstated and signed since then.
  const back = new Set(
    present.heads.map(({ organization_id }) => organization_id).filter((id) => !present.abandoned.has(id)),
  );
  write(file, heads, new Set([...saved.abandoned].filter((id) => !back.has(id))));
  return waitingIn(database, readSigned(file).heads);
}

/** Returns the ids of a database's organizations whose logs wait for `portal log adopt`. */
export function waitingIn(database: string, heads: readonly SignedHead[]): readonly string[] {
  const restored = new Set(heads.filter((head) => head.restored).map(({ vkey }) => vkey));
  return headsOf(database)
    .filter(({ vkey }) => restored.has(vkey))
    .map(({ organization_id }) => organization_id);
}

/** Reads the present names of the logs in a database, as heads of size 0. */
function headsOf(path: string): readonly SignedHead[] {
  const { database, close } = openReadOnly(path);
  try {
    const { name, publicKey } = readVkey(knownIdentity(database));
    const logs = database.prepare<[], Pick<SignedHead, 'organization_id' | 'epoch'>>(
      "SELECT organization_id, epoch FROM log_head WHERE organization_id > '' ORDER BY organization_id",
    );
    return logs.all().map(({ organization_id, epoch }) => {
      const vkey = vkeyOf({ name: logOrigin(name, organization_id, epoch), publicKey });
      return { vkey, organization_id, epoch, size: 0, root: EMPTY_ROOT };
    });
  } finally {
    close();
  }
}

function write(file: string, heads: readonly SignedHead[], gone: ReadonlySet<string>): void {
  const database = openSignedHeads(file);
  try {
    inSignedFile(file, () =>
      database
        .transaction(() => {
          for (const { restored, ...head } of heads) {
            database.prepare(PUT).run({ ...head, root: Buffer.from(head.root) });
            if (restored) database.prepare('INSERT OR IGNORE INTO restored_log VALUES (?)').run(head.vkey);
          }
          for (const id of gone) database.prepare(GIVE_UP).run(id);
        })
        .immediate(),
    );
  } finally {
    database.close();
  }
}
