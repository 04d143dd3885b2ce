import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { SignedReceipt } from '../../src/receipts.js';
import { NO_LOAD_LIMITS } from '../support/no-load-limits.js';
import { request } from '../support/portal.js';
import { run } from '../support/program.js';
import { type Serving, serve } from '../support/spawn.js';
import { diskFolder } from '../support/temporary-folder.js';
import { volume } from '../support/volume.js';
import { checkFile, SOUND } from './database-file.js';
import { type Organization, registered } from './receipts/organization.js';
import { receiptOf, Signer } from './receipts/signer.js';
import { acceptedIn, demoDatabase } from './receipts/stored.js';

const CONNECTIONS = 16;
const KILLS = volume(3, 10);

let folder: string;
let database: string;
let organization: Organization;
let server: Serving;
beforeEach(async () => {
  folder = diskFolder();
  database = join(folder, 'portal.db');
  organization = await demoDatabase(database);
});
afterEach(async () => {
  await server.stop('SIGKILL');
  rmSync(folder, { recursive: true });
});

const start = async () => {
  server = await serve(database, NO_LOAD_LIMITS);
};
const submit = (signed: SignedReceipt) =>
  request(server.url, organization.key, 'POST', '/api/receipts', { body: signed });

/** Clients, with the receipts that they know to be acknowledged. */
class Clients {
  /** Returned ids, by job. */
  readonly acknowledged = new Map<string, string>();
  /** Receipts whose submission was interrupted before the response. */
  readonly unanswered: SignedReceipt[] = [];
  private jobs = 0;

  /** Submits receipts one after another until the portal is killed. */
  async submitOn(signer: Signer, onAnswer: () => void): Promise<void> {
    for (;;) {
      this.jobs += 1;
      const signed = signer.sign(receiptOf(organization, `job-${this.jobs}`));
      const answer = await submit(signed).catch(() => undefined);
      if (!answer) {
        this.unanswered.push(signed);
        return;
      }
      if (answer.status !== 200) throw new Error(answer.text);
      this.acknowledged.set(signed.receipt.job_id, answer.json.id);
      onAnswer();
    }
  }

  /** Resends each unanswered receipt twice concurrently, since the client cannot know whether it was accepted. */
  async retry(): Promise<void> {
    for (const signed of this.unanswered.splice(0)) {
      const answers = await Promise.all([submit(signed), submit(signed)]);
      const [{ status, json }] = answers;
      expect(status).toBe(200);
      expect(answers.map((answer) => answer.json)).toEqual([json, json]);
      this.acknowledged.set(signed.receipt.job_id, json.id);
    }
  }
}

/**
 * Checks that the file contains every acknowledged receipt, in a log without gaps. Returns the ids of receipts by job.
 */
async function heldReceipts(clients: Clients): Promise<Map<string, string>> {
  const { rows, leaves, size, entries } = await acceptedIn(database, organization.organization_id);
  const indices = [...rows.map(({ log_index }) => log_index), ...entries].sort((a, b) => a - b);
  expect(indices).toEqual(indices.map((_row, index) => index));
  expect({ leaves, size }).toEqual({ leaves: indices.length, size: indices.length });
  const held = new Map(rows.map(({ job_id, id }) => [job_id, id]));
  expect(held.size).toBe(rows.length);
  for (const [job, id] of clients.acknowledged) expect(held.get(job)).toBe(id);
  return held;
}

/** Creates agents, registers and revokes their keys, and requests checkpoints until the portal is killed. */
async function churn(): Promise<void> {
  const ask = async (method: string, path: string, body?: object) => {
    const answer = await request(server.url, organization.key, method, path, body ? { body } : {}).catch(
      () => undefined,
    );
    return answer?.json.data;
  };
  for (;;) {
    const agent = await ask('POST', '/api/agents', { name: 'Short-lived' });
    const public_key = new Signer().publicKey.pem;
    const key = await ask('POST', '/api/signing-keys', { public_key, agent_id: agent?.id });
    const revoked = await ask('POST', `/api/signing-keys/${key?.id}/revoke`, { reason: 'short-lived' });
    const checkpoint = await ask('GET', '/api/receipts/log/checkpoint');
    if (!agent || !key || !revoked || !checkpoint) return;
  }
}

async function expectRightLog(receipts: number): Promise<void> {
  const { code, stdout, stderr } = await run(['log', 'verify'], { PORTAL_DB: database });
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  const { size } = await acceptedIn(database, organization.organization_id);
  expect(stdout).toContain(`  valid  ${receipts} receipts, ${size} leaves, root `);
}

it(`loses no acknowledged receipt in ${KILLS} kills, and stores each retried receipt once`, async () => {
  await start();
  const signer = await registered({ url: server.url, key: organization.key });
  const clients = new Clients();
  let unanswered = 0;
  for (let kill = 1; kill <= KILLS; kill += 1) {
    // The number of responses before the kill varies, to hit different moments of a batch.
    let left = 60 + 23 * kill;
    let killed: Promise<number | null> | undefined;
    const onAnswer = () => {
      left -= 1;
      if (left === 0) killed = server.stop('SIGKILL');
    };
    await Promise.all([...Array.from({ length: CONNECTIONS }, () => clients.submitOn(signer, onAnswer)), churn()]);
    expect(await killed).toBeNull();
    unanswered += clients.unanswered.length;
    await start();
    const held = await heldReceipts(clients);
    const sent = new Set([...clients.acknowledged.keys(), ...clients.unanswered.map(({ receipt }) => receipt.job_id)]);
    expect([...held.keys()].filter((job) => !sent.has(job))).toEqual([]);
    await expectRightLog(held.size);
    await clients.retry();
    expect(await heldReceipts(clients)).toEqual(clients.acknowledged);
    expect(checkFile(database)).toEqual(SOUND);
  }
  expect(unanswered).toBeGreaterThan(0);
  expect(await server.stop('SIGTERM')).toBe(0);
  await expectRightLog(clients.acknowledged.size);
});
