import type { Database } from 'better-sqlite3';
import { canonicalJson } from '../../../src/receipts.js';
import { newId, type Scene } from './scene.js';
import { nameOf, placeOf, receiptRow, setReceipt, type Tampering, VICTIM } from './tampering.js';

/** A column of a receipt, and the value that an attacker sets it to. */
interface Change {
  readonly column: string;
  readonly to: string;
  value(database: Database, scene: Scene): unknown;
  /** Expected fault of the receipt. If it is absent, `says` returns the whole expected message. */
  readonly wrong?: string;
  says?(scene: Scene): string;
}

const notSigned = (column: string) => `its column ${column} differs from the signed bytes`;
const LEAF = 'does not match its leaf in the log: its row was changed or exchanged, or the leaf was changed';
const SIGNATURE = 'its signature is not valid for its signing key and its signed bytes';
const REPLACED =
  'its signature, its signing key, its unsigned metadata or the order that it names was replaced after it was accepted';
/** Order of the group that the Ed25519 base point generates. */
const L = 2n ** 252n + 27742317777372353535851937790883648493n;

const missing = (scene: Scene) => `leaf ${placeOf(scene, VICTIM)} is missing: its row was deleted or moved`;

const keyId = (database: Database, condition: string, ...values: string[]) =>
  database
    .prepare(`SELECT key FROM signing_key WHERE ${condition}`)
    .pluck()
    .get(...values);

const OTHER_ID = newId();

const CHANGES: readonly Change[] = [
  {
    column: 'id',
    to: 'a new id',
    value: () => OTHER_ID,
    says: (scene) => `receipt ${placeOf(scene, VICTIM)} (${OTHER_ID}) ${LEAF}`,
  },
  { column: 'organization_id', to: 'one that does not exist', value: newId, says: missing },
  { column: 'log_index', to: 'the end', value: (_database, { mine }) => mine.size, says: missing },
  {
    column: 'log_index',
    to: 'before the first',
    value: () => -1,
    says: ({ mine }) => `receipt -1 (${mine.receipts[VICTIM]}) was added: the log has ${mine.size} leaves`,
  },
  {
    column: 'agent_id',
    to: 'another agent',
    value: (_database, { mine }) => mine.others.agent_id,
    wrong: notSigned('agent_id'),
  },
  {
    column: 'consumer_id',
    to: 'another consumer',
    value: (_database, { mine }) => mine.others.consumer_id,
    wrong: notSigned('consumer_id'),
  },
  { column: 'job_id', to: 'another job', value: () => 'job-99', wrong: notSigned('job_id') },
  { column: 'resolution', to: 'another outcome', value: () => 'failure', wrong: notSigned('resolution') },
  { column: 'context_hash', to: 'another context', value: () => 'another', wrong: notSigned('context_hash') },
  { column: 'supersedes', to: 'the hash of another', value: () => 'f'.repeat(64), wrong: notSigned('supersedes') },
  { column: 'key_fingerprint', to: 'another fingerprint', value: () => '0'.repeat(64), wrong: REPLACED },
  { column: 'mac', to: 'another MAC', value: () => Buffer.alloc(32), wrong: REPLACED },
  { column: 'receipt_hash', to: 'another hash', value: () => '0'.repeat(64), wrong: notSigned('receipt_hash') },
  {
    column: 'signing_key_id',
    to: "the organization's key",
    value: (database, { mine }) => keyId(database, 'organization_id = ? AND agent_id IS NULL', mine.organization_id),
    wrong: SIGNATURE,
  },
  {
    column: 'signing_key_id',
    to: "another organization's key",
    value: (database, { other }) => keyId(database, 'organization_id = ?', other.organization_id),
    wrong: 'its signing key does not belong to the organization',
  },
  {
    column: 'signing_key_id',
    to: 'one that does not exist',
    value: newId,
    wrong: 'its signing key does not belong to the organization',
  },
  {
    column: 'signed_bytes',
    to: 'another outcome',
    value: (database, scene) => outcomeChanged(receiptRow(database, scene, VICTIM).signed_bytes),
    wrong: notSigned('receipt_hash'),
  },
  {
    column: 'signed_bytes',
    to: 'the same bytes with a line break',
    value: (database, scene) => Buffer.concat([receiptRow(database, scene, VICTIM).signed_bytes, Buffer.from('\n')]),
    wrong: 'its signed bytes are not the canonical JSON of a receipt',
  },
  {
    column: 'signature',
    to: "another receipt's",
    value: (database, scene) => receiptRow(database, scene, VICTIM + 1).signature,
    wrong: SIGNATURE,
  },
  {
    column: 'signature',
    to: 'the same signature with S + L',
    value: (database, scene) => withSPlusL(receiptRow(database, scene, VICTIM).signature),
    wrong: SIGNATURE,
  },
  { column: 'metadata', to: 'forged metadata', value: () => '{"note":"written later"}', wrong: REPLACED },
  { column: 'order_id', to: 'an order', value: () => 'ord_of_another', wrong: REPLACED },
  {
    column: 'delegation',
    to: 'a chain',
    value: () => '[]',
    wrong: 'its delegation is not the canonical JSON of a chain',
  },
  {
    column: 'issued_at',
    to: 'a second later',
    value: (database, scene) => receiptRow(database, scene, VICTIM).issued_at + 1000,
    wrong: notSigned('issued_at'),
  },
  {
    column: 'received_at',
    to: 'a second later',
    value: (database, scene) => receiptRow(database, scene, VICTIM).received_at + 1000,
    says: (scene) => `${nameOf(scene, VICTIM)} ${LEAF}`,
  },
  {
    column: 'received_at',
    to: 'a number that is not a time',
    value: () => Number.MAX_SAFE_INTEGER,
    wrong: 'its received_at is not a time',
  },
];

/** Columns changed by these cases; a test compares them with the table's columns. */
export const CHANGED_COLUMNS = new Set(CHANGES.map(({ column }) => column));

export const COLUMN_TAMPERINGS: readonly Tampering[] = CHANGES.map(({ column, to, value, wrong, says }) => ({
  name: `receipt.${column}: ${to}`,
  change: (database, scene) => setReceipt(database, scene, VICTIM, { [column]: value(database, scene) }),
  says: (scene) => says?.(scene) ?? `${nameOf(scene, VICTIM)} is not valid: ${wrong}`,
}));

function outcomeChanged(bytes: Buffer): Buffer {
  return Buffer.from(canonicalJson({ ...JSON.parse(bytes.toString()), resolution: 'failure' }));
}

function withSPlusL(signature: Buffer): Buffer {
  const s = BigInt(`0x${Buffer.from(signature.subarray(32)).reverse().toString('hex')}`) + L;
  const text = s.toString(16).padStart(64, '0');
  return Buffer.concat([signature.subarray(0, 32), Buffer.from(text, 'hex').reverse()]);
}
