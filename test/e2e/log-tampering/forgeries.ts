import type { Database } from 'better-sqlite3';
import { receiptLeafHash } from '../../../src/attestation/log-leaf.js';
import { type Receipt, receiptHash, signedBytes } from '../../../src/receipts.js';
import { receiptOf, Signer } from '../receipts/signer.js';
import { newId, type Scene } from './scene.js';
import {
  insertReceipt,
  nameOf,
  placeOf,
  receiptRow,
  setReceipt,
  storedLeaves,
  type Tampering,
  writeTree,
} from './tampering.js';

const FORGED = newId();
const UNREGISTERED = 'its signing key was not registered when it was accepted';

/** Inserts a key for all agents with SQL. Returns its id. */
function plantKey(database: Database, { mine }: Scene, { publicKey }: Signer): string {
  const id = newId();
  const { organization_id } = mine;
  const { fingerprint: key_fingerprint, pem: public_key } = publicKey;
  const columns = { organization_id, agent_id: null, key_fingerprint, status: 'retired', created_at: 1 };
  const body = JSON.stringify({ id, ...columns, public_key });
  database
    .prepare(`INSERT INTO signing_key VALUES (?, ?, NULL, ?, 'retired', 1, 1, ?)`)
    .run(id, organization_id, key_fingerprint, body);
  return id;
}

/** Returns the columns of a receipt, signed by the given signer. */
function signedColumns(receipt: Receipt, signer: Signer) {
  const signed_bytes = Buffer.from(signedBytes(receipt));
  const { agent_id, consumer_id, job_id, resolution, context_hash } = receipt;
  const issued_at = Date.parse(receipt.issued_at);
  const receipt_hash = receiptHash(signed_bytes);
  const columns = {
    agent_id,
    consumer_id,
    job_id,
    resolution,
    context_hash,
    supersedes: null,
    issued_at,
    receipt_hash,
  };
  return { ...columns, signed_bytes, signature: signer.signature(receipt) };
}

function leafOf({ id, receipt_hash, received_at }: Readonly<Record<string, unknown>>): Uint8Array {
  const received = new Date(Number(received_at)).toISOString();
  return receiptLeafHash({ id: String(id), receipt_hash: String(receipt_hash), received_at: received });
}

/**
 * Each forged receipt has a valid signature. In all cases but the last, the rows of the file also agree, so that only
 * checks with a key outside the file can detect the forgery.
 */
export const FORGERIES: readonly Tampering[] = [
  {
    name: 'a receipt appended, signed by a planted key, with leaf, nodes and head',
    change(database, scene) {
      const signer = new Signer();
      const signing_key_id = plantKey(database, scene, signer);
      const forged = signedColumns(receiptOf(scene.mine, 'forged'), signer);
      const log_index = scene.mine.size;
      const row = { ...receiptRow(database, scene, 0), ...forged, id: FORGED, log_index, signing_key_id };
      insertReceipt(database, row);
      writeTree(database, scene, [...storedLeaves(database, scene), leafOf(row)]);
    },
    says: ({ mine }) => `receipt ${mine.size} (${FORGED}) is not valid: ${UNREGISTERED}`,
    rightUntil: ({ mine }) => mine.size,
  },
  {
    name: 'the outcome of a job rewritten, signed by a planted key, with leaf, nodes and head',
    change(database, scene) {
      const signer = new Signer();
      const signing_key_id = plantKey(database, scene, signer);
      const old = receiptRow(database, scene, 2);
      const forged = signedColumns({ ...JSON.parse(String(old.signed_bytes)), resolution: 'failure' }, signer);
      setReceipt(database, scene, 2, { ...forged, signing_key_id });
      const leaf = leafOf({ ...old, ...forged });
      writeTree(database, scene, storedLeaves(database, scene).with(placeOf(scene, 2), Buffer.from(leaf)));
    },
    says: (scene) => `${nameOf(scene, 2)} is not valid: ${UNREGISTERED}`,
    rightUntil: (scene) => placeOf(scene, 2),
  },
  {
    name: 'the signer of a receipt replaced by a planted key, with unchanged bytes and leaf',
    change(database, scene) {
      const signer = new Signer();
      const signing_key_id = plantKey(database, scene, signer);
      const signature = signer.signature(JSON.parse(String(receiptRow(database, scene, 4).signed_bytes)));
      const { fingerprint: key_fingerprint } = signer.publicKey;
      setReceipt(database, scene, 4, { signature, signing_key_id, key_fingerprint });
    },
    says: (scene) =>
      `${nameOf(scene, 4)} is not valid: its signature, its signing key, its unsigned metadata or the order that it names was replaced after it was accepted`,
    rightUntil: (scene) => placeOf(scene, 4),
  },
  {
    name: "the outcome of a job rewritten, signed by the agent's stolen key",
    change(database, scene) {
      const old = receiptRow(database, scene, 3);
      const rewritten = { ...JSON.parse(String(old.signed_bytes)), resolution: 'failure' };
      setReceipt(database, scene, 3, signedColumns(rewritten, scene.mine.signer));
    },
    says: (scene) =>
      `${nameOf(scene, 3)} does not match its leaf in the log: its row was changed or exchanged, or the leaf was changed`,
    rightUntil: (scene) => placeOf(scene, 3),
  },
  {
    name: 'a receipt back-dated by a year, with leaf, nodes and head',
    change(database, scene) {
      const index = scene.mine.receipts.length - 1;
      const old = receiptRow(database, scene, index);
      const received_at = old.received_at - 31_536_000_000;
      setReceipt(database, scene, index, { received_at });
      const leaf = Buffer.from(leafOf({ ...old, received_at }));
      writeTree(database, scene, storedLeaves(database, scene).with(placeOf(scene, index), leaf));
    },
    says: (scene) =>
      `${nameOf(scene, scene.mine.receipts.length - 1)} is not valid: it was received before an earlier receipt`,
  },
];
