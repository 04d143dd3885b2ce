import { type LogCheckpoint, type LogPublication, publicationId } from '../domain/receipt/log-checkpoint.js';
import { required } from '../domain/values/required.js';
import { type Decision, insertWrite, type Rows, replaceWrite } from '../ports.js';

/** Stores a checkpoint and publishes it, unless another process has already stored it. */
export function storeSigned(
  rows: Rows,
  row: LogCheckpoint,
  now: number,
): Decision<{ readonly row: LogCheckpoint; readonly publication: LogPublication }> {
  const known = rows.get('log_checkpoint', row.id);
  const before = rows.get('log_publication', publicationId(row.organization_id, row.epoch));
  if (known && before) return { writes: [], result: { row: known, publication: before } };
  const checkpoint = insertWrite('log_checkpoint', row);
  const publication = before
    ? replaceWrite('log_publication', before, { ...before, size: Math.max(before.size, row.size), updated_at: now })
    : insertWrite('log_publication', firstOf(row, now));
  return { writes: [checkpoint, publication], result: { row: checkpoint.row, publication: publication.row } };
}

function firstOf({ organization_id, epoch, size }: LogCheckpoint, now: number): LogPublication {
  const stamps = { updated_at: now, created_at: now, version: 0 };
  const id = publicationId(organization_id, epoch);
  return { id, organization_id, epoch, size, witnessed_size: 0, witnesses: {}, ...stamps };
}

/** Adds cosignature lines, by the witnesses' names in the policy. With a quorum, the checkpoint counts as witnessed. */
export function addCosignatures(
  rows: Rows,
  id: string,
  lines: ReadonlyMap<string, string>,
  isQuorum: boolean,
): Decision<LogCheckpoint> {
  const before = required(rows.get('log_checkpoint', id), 'checkpoint');
  const { organization_id, epoch, size } = before;
  const shown = required(rows.get('log_publication', publicationId(organization_id, epoch)), 'publication');
  const cosignatures = [...new Set([...before.cosignatures, ...lines.values()])];
  const checkpoint = replaceWrite('log_checkpoint', before, { ...before, cosignatures });
  const sizes = [...lines.keys()].map((name) => [name, Math.max(size, shown.witnesses[name] ?? 0)]);
  const publication = replaceWrite('log_publication', shown, {
    ...shown,
    witnessed_size: isQuorum ? Math.max(size, shown.witnessed_size) : shown.witnessed_size,
    witnesses: { ...shown.witnesses, ...Object.fromEntries(sizes) },
  });
  return { writes: [checkpoint, publication], result: checkpoint.row };
}
