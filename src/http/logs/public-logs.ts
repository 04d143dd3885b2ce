import { type Request, type Response, Router } from 'express';
import { readTilePath } from '../../attestation/tile.js';
import type { Checkpoints } from '../../checkpoints/checkpoints.js';
import { PortalError } from '../../domain/errors/portal-error.js';
import { cosignedNote } from '../../domain/receipt/log-checkpoint.js';
import type { PublicLogs } from '../../domain/receipt/public-log.js';
import type { AcceptedReceipt } from '../../domain/receipt/receipt.js';
import type { Organization } from '../../domain/tenant/tenant.js';
import { bundleOf, bundleWithKey, leavesInBundle } from '../../operations/receipt/bundle-of.js';
import { findReceiptOrder } from '../../operations/receipt/find-receipt-order.js';
import { exportProof } from '../../operations/receipt/log-proofs.js';
import { PROOF_FORMATS } from '../../operations/receipt/proof-formats.js';
import type { Clock, Store } from '../../ports.js';
import { BUNDLE_VERSIONS, type BundleVersion } from '../../schema/receipt.js';
import { fixedAnswer, sendFixed } from '../fixed-answer.js';
import { sendInFormat } from '../formats.js';
import { queryParameter } from '../query-parameter.js';
import { sendJson } from '../reply.js';
import { describeLogs, listLogs } from './describe-logs.js';
import { keyHistory } from './key-history.js';
import { sendLogBytes } from './log-answer.js';
import { LogTiles } from './log-tiles.js';

export interface PublicLogsDeps {
  readonly store: Store;
  readonly checkpoints: Checkpoints;
  readonly clock: Clock;
  /** False hides all logs. */
  readonly publicLogs: boolean;
  /** Sends the page of an organization's logs to a browser. */
  readonly sendLogPage: (request: Request, response: Response, logs: PublicLogs) => void;
}

const NOT_PUBLIC = 'There is no public log of this organization.';
const NO_RECEIPT = 'There is no receipt with this hash in the log.';

/** Serves the logs of organizations that made them public (docs/receipts-format.md, Tiles). */
export function publicLogs(deps: PublicLogsDeps): Router {
  const { store, checkpoints, publicLogs: isOn } = deps;
  const router = Router({ caseSensitive: true, strict: true });
  if (!isOn) return router;
  const tiles = new LogTiles(store);
  const publicOrganization = async (request: Request): Promise<Organization> => {
    const id = String(request.params.organization_id);
    const organization = await store.read((rows) => rows.get('organization', id));
    if (organization?.public_log !== true) throw new PortalError('not_found', NOT_PUBLIC);
    return organization;
  };

  router.get('/logs/:organization_id', async (request, response) => {
    const { id } = await publicOrganization(request);
    const logs = await listLogs(deps, id);
    response.vary('Accept');
    if (request.accepts('application/json', 'text/html') === 'text/html') {
      response.vary('Accept-Language');
      deps.sendLogPage(request, response, await describeLogs(deps, id, logs));
    } else sendJson(response, 200, { data: { organization_id: id, logs } });
  });
  router.get('/logs/:organization_id/keys', keyHistory(store, publicOrganization));
  router.get('/logs/:organization_id/proof/:receipt_hash', async (request, response) => {
    const { id } = await publicOrganization(request);
    const row = await receiptOf(store, id, request);
    const checkpoint = await checkpoints.covering(id, row.log_index + 1);
    const data = await store.read((rows) => exportProof(rows, row, checkpoint));
    sendInFormat(request, response, { data }, PROOF_FORMATS);
  });
  router.get('/logs/:organization_id/receipts/:receipt_hash', async (request, response) => {
    const { id, public_receipts, public_contexts } = await publicOrganization(request);
    if (public_receipts !== true)
      throw new PortalError('not_found', 'The receipts of this organization are not public.');
    const version = bundleVersion(request);
    const row = await receiptOf(store, id, request);
    const checkpoint = await checkpoints.covering(id, await store.read((rows) => leavesInBundle(rows, row, version)));
    const data = await store.read((rows) => {
      if (version === 'v0') return bundleOf(rows, row, checkpoint);
      const order = public_contexts === true ? findReceiptOrder(rows, id, row.context_hash) : undefined;
      return bundleWithKey(rows, row, checkpoint, order);
    });
    sendJson(response, 200, { data });
  });
  // A path without an epoch means the first epoch, whose origin has no number either. So if the logs are named after
  // this /logs URL, the origin of each log is its URL without the scheme.
  router.get('/logs/:organization_id{/:epoch}/checkpoint', async (request, response) => {
    const { id } = await publicOrganization(request);
    const stored = await checkpoints.shown(id, epochOf(request));
    sendFixed(request, response, fixedAnswer(cosignedNote(stored), { 'content-type': 'text/plain; charset=utf-8' }));
  });
  router.get('/logs/:organization_id{/:epoch}/tile/{*path}', async (request, response) => {
    const { id } = await publicOrganization(request);
    const { path } = request.params;
    const tile = readTilePath(Array.isArray(path) ? path.join('/') : String(path));
    const { size } = await checkpoints.shown(id, epochOf(request));
    const found = tile && (await tiles.tile(id, tile, size));
    if (!found) throw new PortalError('not_found', 'The log has no such tile.');
    sendLogBytes(request, response, found);
  });
  return router;
}

/** @throws PortalError `not_found` */
function epochOf(request: Request): number {
  const text = String(request.params.epoch ?? '1');
  if (/^[1-9]\d{0,8}$/.test(text)) return Number(text);
  throw new PortalError('not_found', 'There is no log of this epoch.');
}

/** @throws PortalError `invalid_request` */
function bundleVersion(request: Request): BundleVersion {
  const asked = queryParameter(request, 'version') ?? 'v0';
  const version = BUNDLE_VERSIONS.find((one) => one === asked);
  if (version) return version;
  throw new PortalError('invalid_request', `version: must be ${BUNDLE_VERSIONS.join(' or ')}`);
}

/** @throws PortalError `not_found` */
async function receiptOf(store: Store, organizationId: string, request: Request): Promise<AcceptedReceipt> {
  const hash = String(request.params.receipt_hash);
  const row = await store.read((rows) => rows.find('receiptByHash', organizationId, hash));
  if (row) return row;
  throw new PortalError('not_found', NO_RECEIPT);
}
