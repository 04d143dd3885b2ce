import { AttestationError } from '../../attestation/attestation-error.js';
import { fromBase64, toBase64, utf8 } from '../../attestation/bytes.js';
import { coseSignedBytes } from '../../attestation/cose-receipt.js';
import { openClosing } from '../../attestation/log-statement.js';
import { rootAt, rootNodes } from '../../attestation/merkle.js';
import {
  ED25519,
  type NoteVerifier,
  noteParts,
  readSignatureLines,
  readVkey,
  signaturesBy,
  vkeyOf,
} from '../../attestation/note.js';
import { checkpointId, type LogCheckpoint } from '../../domain/receipt/log-checkpoint.js';
import { verifySignature } from '../../domain/signing-key/submitted-key.js';
import { required } from '../../domain/values/required.js';
import type { ClosedLog } from '../../ports.js';
import { bodyOf, copiesFault } from './audited-key.js';
import type { LogAuditRows, StoredColumns } from './log-audit-rows.js';
import { publicationFaults, type StoredSizes } from './publication-audit.js';

/** Rows in memory at once. */
const PORTION = 500;

/** What the body of a row has. */
type Stored = Omit<LogCheckpoint, 'version'>;

/** A name that the log has or had. */
interface LogName {
  readonly verifier: NoteVerifier;
  /** Leaves of the largest tree under this name that the log still has. */
  readonly kept: number;
  /** True: larger trees may have been lost, which is said elsewhere. */
  readonly isClosed: boolean;
}

/** The names of a log by epoch; `size` are the leaves that it has. A statement that cannot be read is named elsewhere. */
export function namesOf(
  closed: readonly ClosedLog[],
  present: { readonly epoch: number } & Pick<LogName, 'verifier' | 'isClosed'>,
  size: number,
): ReadonlyMap<number, LogName> {
  const names = new Map<number, LogName>([[present.epoch, { ...present, kept: size }]]);
  for (const { epoch, public_key, statement } of closed) {
    try {
      names.set(epoch, {
        verifier: readVkey(public_key),
        kept: openClosing(statement).found.size,
        isClosed: true,
      });
    } catch (error) {
      if (!(error instanceof AttestationError)) throw error;
    }
  }
  return names;
}

/** What is wrong with the stored checkpoints of a log whose tree is valid, as sentences. */
export async function checkpointFaults(
  rows: LogAuditRows,
  names: ReadonlyMap<number, LogName>,
): Promise<readonly string[]> {
  const faults: string[] = [];
  const sizes: StoredSizes = new Map();
  for (let after = ''; ; ) {
    const portion = await rows.checkpoints(after, PORTION);
    for (const columns of portion) {
      const row = checkpointIn(columns);
      if (row) noteSize(sizes, row);
      const fault = row ? await checkpointFault(rows, columns, row, names) : NO_CHECKPOINT;
      if (fault !== undefined) faults.push(`checkpoint ${columns.key} is not valid: ${fault}`);
    }
    const last = portion.at(-1);
    if (!last || portion.length < PORTION) break;
    after = String(last.key);
  }
  return [...faults, ...publicationFaults(await rows.publications(), sizes)];
}

const NO_CHECKPOINT = 'its body is not that of a checkpoint';

async function checkpointFault(
  rows: LogAuditRows,
  columns: StoredColumns,
  row: Stored,
  names: ReadonlyMap<number, LogName>,
): Promise<string | undefined> {
  const copy = copiesFault(columns, row, ['organization_id', 'created_at']);
  if (copy !== undefined) return copy;
  if (row.id !== checkpointId(row.organization_id, row.epoch, row.size)) return 'it has the id of another one';
  const name = names.get(row.epoch);
  if (!name) return 'the log has had no such name';
  if (row.public_key !== vkeyOf(name.verifier)) return 'its public_key is not that of the log';
  const signature = signatureFault(row, name.verifier);
  if (signature !== undefined) return signature;
  if (!row.cosignatures.every(isLine)) return 'it has a cosignature that does not have the form of one';
  if (row.size > name.kept) return name.isClosed ? undefined : `the log has ${name.kept} leaves`;
  const positions = rootNodes(row.size);
  const hashes = await rows.nodes(positions);
  const stored = new Map(positions.map(({ level, position }, index) => [`${level}/${position}`, hashes[index]]));
  const root = rootAt(row.size, (level, position) => required(stored.get(`${level}/${position}`), 'node of the log'));
  return toBase64(root) === row.root ? undefined : `the log has another root at ${row.size} leaves`;
}

/** Ed25519 by OpenSSL, since there may be many. */
function signatureFault(row: Stored, verifier: NoteVerifier): string | undefined {
  const root = fromBase64(row.root);
  const cose = fromBase64(row.cose_signature);
  const text = `${verifier.name}\n${row.size}\n${row.root}\n`;
  if (!root || textIn(row.checkpoint, verifier) !== text) return 'its note is not one that the log has signed';
  const isCose = cose && verifySignature(cose, coseSignedBytes(row.size, root, verifier), verifier.publicKey);
  return isCose ? undefined : 'its signature for COSE receipts is not valid';
}

/** The text of a note that the log alone has signed; undefined for anything else. */
function textIn(note: string, verifier: NoteVerifier): string | undefined {
  try {
    const { text, signatures } = noteParts(note);
    const [ours, ...more] = signaturesBy(verifier, ED25519, signatures);
    const isOurs = ours && more.length === 0 && signatures.length === 1;
    return isOurs && verifySignature(ours, utf8(text), verifier.publicKey) ? text : undefined;
  } catch (error) {
    if (error instanceof AttestationError) return undefined;
    throw error;
  }
}

/** Whose it is, and whether it is valid, tells only a policy. */
function isLine(cosignature: string): boolean {
  try {
    return cosignature.endsWith('\n') && readSignatureLines(cosignature).length === 1;
  } catch (error) {
    if (error instanceof AttestationError) return false;
    throw error;
  }
}

function noteSize(sizes: StoredSizes, { epoch, size, cosignatures }: Stored): void {
  const known = sizes.get(epoch) ?? { most: 0, cosigned: new Set<number>() };
  if (cosignatures.length > 0) known.cosigned.add(size);
  sizes.set(epoch, { ...known, most: Math.max(known.most, size) });
}

function checkpointIn(columns: StoredColumns): Stored | undefined {
  const body = bodyOf(columns);
  return body && isCheckpoint(body) ? body : undefined;
}

const TEXTS = ['id', 'organization_id', 'root', 'public_key', 'checkpoint', 'cose_signature'];
const COUNTS = ['epoch', 'size', 'created_at'];

function isCheckpoint(body: object): body is Stored {
  const cosignatures: unknown = Reflect.get(body, 'cosignatures');
  return (
    TEXTS.every((name) => typeof Reflect.get(body, name) === 'string') &&
    COUNTS.every((name) => Number.isSafeInteger(Reflect.get(body, name))) &&
    Array.isArray(cosignatures) &&
    cosignatures.every((line) => typeof line === 'string')
  );
}
