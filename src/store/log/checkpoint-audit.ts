import { AttestationError } from '../../attestation/attestation-error.js';
import { toBase64 } from '../../attestation/bytes.js';
import { openClosing } from '../../attestation/log-statement.js';
import { rootAt, rootNodes } from '../../attestation/merkle.js';
import { type NoteVerifier, readVkey, vkeyOf } from '../../attestation/note.js';
import { checkpointId } from '../../domain/receipt/log-checkpoint.js';
import { required } from '../../domain/values/required.js';
import type { ClosedLog } from '../../ports.js';
import { findCopyFault } from './audited-body.js';
import { type AuditedCheckpoint, findSignatureFault, readCheckpoint } from './audited-checkpoint.js';
import type { LogAuditRows, StoredColumns } from './log-audit-rows.js';
import { findPublicationFaults, type StoredSizes } from './publication-audit.js';

const CHECKPOINTS_PER_READ = 500;

/** A present or earlier name of the log. */
interface LogName {
  readonly verifier: NoteVerifier;
  /** Number of leaves in the largest stored tree under this name. */
  readonly storedSize: number;
  /** True if larger trees under this name may have been lost, which another check reports. */
  readonly isClosed: boolean;
}

/**
 * Collects the names of a log by epoch; `size` is the number of leaves. Skips unreadable statements, which another
 * check reports.
 */
export function collectNames(
  closed: readonly ClosedLog[],
  present: { readonly epoch: number } & Pick<LogName, 'verifier' | 'isClosed'>,
  size: number,
): ReadonlyMap<number, LogName> {
  const names = new Map<number, LogName>([[present.epoch, { ...present, storedSize: size }]]);
  for (const { epoch, public_key, statement } of closed) {
    try {
      names.set(epoch, {
        verifier: readVkey(public_key),
        storedSize: openClosing(statement).found.size,
        isClosed: true,
      });
    } catch (error) {
      if (!(error instanceof AttestationError)) throw error;
    }
  }
  return names;
}

/** Describes invalid checkpoints, and invalid rows of published checkpoints, of a log whose tree is valid. */
export async function findCheckpointFaults(
  rows: LogAuditRows,
  names: ReadonlyMap<number, LogName>,
): Promise<readonly string[]> {
  const faults: string[] = [];
  const sizes: StoredSizes = new Map();
  for (let after = ''; ; ) {
    const portion = await rows.checkpoints(after, CHECKPOINTS_PER_READ);
    for (const columns of portion) {
      const row = readCheckpoint(columns);
      if (row) recordSize(sizes, row);
      const fault = row ? await findCheckpointFault(rows, columns, row, names) : NO_CHECKPOINT;
      if (fault !== undefined) faults.push(`checkpoint ${columns.key} is not valid: ${fault}`);
    }
    const last = portion.at(-1);
    if (!last || portion.length < CHECKPOINTS_PER_READ) break;
    after = String(last.key);
  }
  return [...faults, ...findPublicationFaults(await rows.publications(), sizes)];
}

const NO_CHECKPOINT = 'its body is not that of a checkpoint';

async function findCheckpointFault(
  rows: LogAuditRows,
  columns: StoredColumns,
  row: AuditedCheckpoint,
  names: ReadonlyMap<number, LogName>,
): Promise<string | undefined> {
  const copy = findCopyFault(columns, row, ['organization_id', 'created_at']);
  if (copy !== undefined) return copy;
  if (row.id !== checkpointId(row.organization_id, row.epoch, row.size)) return 'it has the id of another one';
  const name = names.get(row.epoch);
  if (!name) return 'the log has had no such name';
  if (row.public_key !== vkeyOf(name.verifier)) return 'its public_key is not that of the log';
  const signature = findSignatureFault(row, name.verifier);
  if (signature !== undefined) return signature;
  if (row.size > name.storedSize) return name.isClosed ? undefined : `the log has ${name.storedSize} leaves`;
  const positions = rootNodes(row.size);
  const hashes = await rows.nodes(positions);
  const stored = new Map(positions.map(({ level, position }, index) => [`${level}/${position}`, hashes[index]]));
  const root = rootAt(row.size, (level, position) => required(stored.get(`${level}/${position}`), 'node of the log'));
  return toBase64(root) === row.root ? undefined : `the log has another root at ${row.size} leaves`;
}

function recordSize(sizes: StoredSizes, { epoch, size, cosignatures }: AuditedCheckpoint): void {
  const known = sizes.get(epoch) ?? { most: 0, cosigned: new Set<number>() };
  if (cosignatures.length > 0) known.cosigned.add(size);
  sizes.set(epoch, { ...known, most: Math.max(known.most, size) });
}
