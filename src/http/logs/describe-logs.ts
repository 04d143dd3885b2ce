import { readVkey } from '../../attestation/note.js';
import type { Checkpoints } from '../../checkpoints/checkpoints.js';
import { PortalError } from '../../domain/errors/portal-error.js';
import { type PublicLogs, type ShownCheckpoint, type ShownLog, witnessName } from '../../domain/receipt/public-log.js';
import type { Clock, Store } from '../../ports.js';

const DAY_MS = 24 * 60 * 60 * 1000;
/** Ages at which the page shows the size of the logs, in days. */
const GROWTH_DAYS = [1, 7, 30, 365];

interface LogSources {
  readonly store: Store;
  readonly checkpoints: Checkpoints;
}

/** A log of an organization in the form of `GET /logs/{organization_id}`. */
interface ListedLog {
  readonly epoch: number;
  readonly url: string;
  readonly origin: string;
  readonly public_key: string;
  /** Statement that closed the log; null for the current one. */
  readonly closed_by: unknown;
}

/** Lists the logs of an organization, one per name, oldest first. */
export async function listLogs({ store, checkpoints }: LogSources, organizationId: string): Promise<ListedLog[]> {
  const { epoch, public_key } = await checkpoints.presentName(organizationId);
  const closed = await store.read((rows) => rows.closedLogs(organizationId));
  return [...closed, { epoch, public_key, statement: null }].map((log) => ({
    epoch: log.epoch,
    url: `/logs/${organizationId}/${log.epoch}`,
    origin: readVkey(log.public_key).name,
    public_key: log.public_key,
    closed_by: log.statement,
  }));
}

/** Reads what the page of the logs shows. */
export async function describeLogs(
  sources: LogSources & { readonly clock: Clock },
  organizationId: string,
  logs: readonly ListedLog[],
): Promise<PublicLogs> {
  const [shown, growth] = await Promise.all([
    Promise.all(logs.map((log) => describeLog(sources, organizationId, log))),
    readGrowth(sources.store, organizationId, sources.clock.now()),
  ]);
  return { organization_id: organizationId, logs: shown.reverse(), growth };
}

async function describeLog(
  { checkpoints }: LogSources,
  organizationId: string,
  { epoch, url, origin, public_key, closed_by }: ListedLog,
): Promise<ShownLog> {
  const checkpoint = await shownCheckpoint(checkpoints, organizationId, epoch);
  return { epoch, origin, public_key, url, is_closed: closed_by !== null, checkpoint };
}

/** Returns `undefined` if there is no checkpoint to show, for example while witnesses are missing. */
async function shownCheckpoint(
  checkpoints: Checkpoints,
  organizationId: string,
  epoch: number,
): Promise<ShownCheckpoint | undefined> {
  try {
    const { size, root, created_at, cosignatures } = await checkpoints.shown(organizationId, epoch);
    return { size, root, created_at, witnesses: cosignatures.map(witnessName) };
  } catch (error) {
    if (error instanceof PortalError) return undefined;
    throw error;
  }
}

/** Reads the size at each age from the last receipt before it. Ages without an earlier receipt are left out. */
async function readGrowth(store: Store, organization_id: string, now: number): Promise<PublicLogs['growth']> {
  const points = await Promise.all(
    GROWTH_DAYS.map(async (days) => {
      const filter = { organization_id, received_before: now - days * DAY_MS };
      const { entries } = await store.list('receipts', filter, undefined, 1);
      return entries.map(({ log_index }) => ({ days, size: log_index + 1 }));
    }),
  );
  return points.flat();
}
