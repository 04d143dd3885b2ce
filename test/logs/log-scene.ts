import { readCanonicalReceipt } from '../../src/attestation/receipt.js';
import type { CheckedReceipt } from '../../src/domain/receipt/receipt.js';
import { signedColumns } from '../../src/domain/receipt/signed-columns.js';
import { replaceWrite } from '../../src/ports.js';
import { systemIds } from '../../src/system.js';
import { type Attester, demoAttester, newSignerOf } from '../actors/attester.js';
import { receiptFor, type Signer } from '../actors/signer.js';
import { startPortal, type TestPortal } from '../support/portal.js';
import { TileClient } from './tile-client.js';

/** Receipts per transaction. */
const AT_ONCE = 500;

/** A portal whose demo organization has a public log. */
export interface LogScene {
  readonly portal: TestPortal;
  readonly organizationId: string;
  readonly attester: Attester;
  readonly signer: Signer & { readonly id: string };
  /** URL of the log. */
  readonly prefix: string;
  readonly vkey: string;
  readonly client: TileClient;
  /** Appends receipts, without the checks of a submission. */
  grow(count: number): Promise<void>;
  /** Returns the `receipt_hash` of the first grown receipt. */
  firstHash(): Promise<string>;
  /** Sets the visibility of the organization's log and receipts. */
  show(chosen: { readonly public_log?: boolean; readonly public_receipts?: boolean }): Promise<void>;
  /** Signs logs that have grown, as the timer does. */
  round(): Promise<void>;
  get(path: string, headers?: Readonly<Record<string, string>>): ReturnType<TestPortal['request']>;
}

/** Opens a scene. `signer`: an already registered signer, from a scene on the same database. */
export async function logScene(
  options: Parameters<typeof startPortal>[0] & { readonly signer?: LogScene['signer'] } = {},
): Promise<LogScene> {
  const env = { PORTAL_PUBLIC_LOGS: '1', PORTAL_CHECKPOINT_SECONDS: '3600', ...options?.env };
  const portal = await startPortal({ ...options, env });
  const organizationId = portal.demo.organization_id;
  const attester = demoAttester(portal);
  const show: LogScene['show'] = (chosen) =>
    portal.app.store.update((rows) => {
      const before = rows.get('organization', organizationId);
      if (!before) throw new Error('there is no organization');
      return { writes: [replaceWrite('organization', before, { ...before, ...chosen })], result: undefined };
    });
  await show({ public_log: true });
  const signer = options.signer ?? (await newSignerOf(attester));
  const prefix = `${portal.url}/logs/${organizationId}/1`;
  const get: LogScene['get'] = (path, headers = {}) => portal.request('GET', path, { key: null, headers });
  const { status, json, text } = await get(`/logs/${organizationId}`);
  if (status !== 200) throw new Error(text);
  const vkey = String(json.data.logs[0].public_key);
  let job = 0;
  return {
    portal,
    organizationId,
    attester,
    signer,
    prefix,
    vkey,
    client: new TileClient(prefix, vkey),
    async grow(count) {
      for (let left = count; left > 0; left -= AT_ONCE) {
        const receipts = Array.from({ length: Math.min(left, AT_ONCE) }, () => {
          job += 1;
          return receiptRow(attester, signer, organizationId, job, portal.app.portal.clock.now());
        });
        const writes = receipts.map((receipt) => ({ type: 'receipt' as const, receipt }));
        await portal.app.store.update(() => ({ writes, result: undefined }));
      }
    },
    async firstHash() {
      const filter = { organization_id: organizationId, job_id: 'grown-1' };
      const [found] = (await portal.app.store.list('receipts', filter, undefined, 1)).entries;
      return String(found?.receipt_hash);
    },
    show,
    round: () => portal.app.portal.checkpoints.round(),
    get,
  };
}

function receiptRow(
  { agent_id, consumer_id }: Attester,
  signer: LogScene['signer'],
  organization_id: string,
  job: number,
  now: number,
): CheckedReceipt {
  const signed = signer.submission(receiptFor({ agent_id, consumer_id }, now, { job_id: `grown-${job}` }));
  const { receipt, bytes } = readCanonicalReceipt(signed.receipt);
  return {
    id: systemIds.uuid(),
    organization_id,
    ...signedColumns(receipt, bytes),
    signing_key_id: signer.id,
    key_fingerprint: signer.fingerprint,
    signed_bytes: bytes,
    signature: Buffer.from(signed.signature, 'base64'),
    received_at: now,
    metadata: null,
    order_id: null,
    delegation: null,
  };
}
