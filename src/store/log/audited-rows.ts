import { type SQL, sql } from 'drizzle-orm';
import type { NodePosition } from '../../attestation/merkle.js';
import { Query, type Reads } from '../sql/query.js';
import { together } from '../sql/reads.js';
import { parseBody } from './audited-body.js';
import { readAuditedKey, type SigningKeyColumns } from './audited-key.js';
import type {
  EntryRow,
  LeafRow,
  LogAuditRows,
  LogAuditStore,
  OrganizationColumns,
  PublicationColumns,
  SpendingColumns,
  StoredColumns,
} from './log-audit-rows.js';
import { indexOf } from './log-fault.js';
import { nodeKey, readClosed, readHead, readNodes, readPending, readRowEntries } from './log-reads.js';

const p = sql.placeholder;

/** Tables whose rows belong to the log of an organization. */
const LOG_TABLES = [
  ...['log_head', 'log_node', 'log_entry', 'log_pending', 'log_closed', 'receipt', 'signing_key', 'agent', 'consumer'],
];
/**
 * Tables read by id, because ids begin with the organization's id. A row whose id begins with anything else is reported
 * as if its id were an organization's.
 */
const PUBLISHED_TABLES = ['log_checkpoint', 'log_publication'];

/** Tables that an audit reads. */
export const AUDITED_TABLES = [
  'organization',
  ...LOG_TABLES,
  ...PUBLISHED_TABLES,
  'log_identity',
  'order',
  'api_key',
  'payment',
  'audit_event',
] as const;

const OF_LOG = sql`organization_id = ${p('organization_id')}`;
const IDS_OF_LOG = sql`key > ${p('after')} AND key < ${p('end')}`;

/** Ids of all organizations, and of organizations that do not exist but to which auditable rows belong. */
const ORGANIZATIONS = new Query<{ readonly key: string }>(() => {
  const owners = LOG_TABLES.map((table) => sql`SELECT organization_id FROM ${sql.raw(table)}`);
  const named = PUBLISHED_TABLES.map(
    (table) => sql`
      SELECT CASE WHEN substr(key, 1, length(organization_id) + 1) = organization_id || '/' THEN organization_id ELSE key END
      FROM ${sql.raw(table)}`,
  );
  return sql.join([sql`SELECT key FROM organization`, ...owners, ...named], sql` UNION `);
});
const ORGANIZATION = new Query<OrganizationColumns>(
  () => sql`SELECT key, public_log, body FROM organization WHERE key = ${p('organization_id')}`,
);
/** Finds an audit event that records a change of a member of the organization. */
const EVENT_OF_CHANGE = new Query<{ readonly found: number }>(
  ({ jsonListHas }) => sql`
    SELECT 1 AS found FROM audit_event
    WHERE subject_type = 'organization' AND subject_id = ${p('organization_id')} AND action = 'organization.updated'
      AND ${jsonListHas(sql`audit_event.changed`, p('member'))}
    LIMIT 1`,
);
const KEYS = new Query<SigningKeyColumns & Keyed>(
  ({ anyOf }) => sql`SELECT * FROM signing_key WHERE ${anyOf(sql`key`, p('ids'))}`,
);
const ORDERS = new Query<OrderColumns>(
  ({ anyOf }) => sql`
    SELECT key, version, context_hash, shop_id, deployment_id, checkout_id, display_id, buyer_id, status, payment_status, body
    FROM "order" WHERE ${anyOf(sql`key`, p('ids'))}`,
);
const ORDERS_WITHOUT_ENTRY = new Query<Keyed>(
  ({ anyOf, entryId, indexedBy }) => sql`
    SELECT key FROM "order"
    WHERE shop_id IN (SELECT key FROM shop WHERE organization_id = ${p('organization_id')})
      AND NOT EXISTS (
        SELECT 1 FROM log_entry ${indexedBy('log_entry_of_id')}
        WHERE log_entry.organization_id = ${p('organization_id')} AND ${entryId} = "order".key
      )
      AND NOT (${anyOf(sql`key`, p('except'))})
    LIMIT ${p('limit')}`,
);
const API_KEYS = new Query<ApiKeyColumns>(
  ({ anyOf }) => sql`
    SELECT key, version, organization_id, deployment_id, hash, created_at, grant_client, grant_person, body
    FROM api_key WHERE ${anyOf(sql`key`, p('ids'))}`,
);
const API_KEYS_WITHOUT_ENTRY = new Query<Keyed & { readonly body: string }>(
  ({ anyOf, entryId, indexedBy }) => sql`
    SELECT key, body FROM api_key
    WHERE organization_id = ${p('organization_id')}
      AND NOT EXISTS (
        SELECT 1 FROM log_entry ${indexedBy('log_entry_of_id')}
        WHERE log_entry.organization_id = ${p('organization_id')} AND ${entryId} = api_key.key
      )
      AND NOT (${anyOf(sql`key`, p('except'))})`,
);
const SPENDINGS = new Query<SpendingColumns>(
  ({ anyOf }) => sql`SELECT key, spender_id, spent FROM payment WHERE ${anyOf(sql`key`, p('ids'))}`,
);
const ALL_CONSUMERS = new Query<StoredColumns>(() => sql`SELECT * FROM consumer WHERE ${OF_LOG}`);
const ALL_KEYS = new Query<SigningKeyColumns>(() => sql`SELECT * FROM signing_key WHERE ${OF_LOG}`);
const ALL_AGENTS = new Query<StoredColumns>(() => sql`SELECT * FROM agent WHERE ${OF_LOG}`);
const NODE_COUNT = new Query<{ readonly nodes: number }>(
  () => sql`SELECT count(*) AS nodes FROM log_node WHERE ${OF_LOG}`,
);
const CHECKPOINTS = new Query<StoredColumns>(
  () => sql`SELECT * FROM log_checkpoint WHERE ${IDS_OF_LOG} ORDER BY key LIMIT ${p('limit')}`,
);
const PUBLICATIONS = new Query<PublicationColumns>(() => sql`SELECT * FROM log_publication WHERE ${IDS_OF_LOG}`);

const ENTRY = sql`SELECT log_index, type, data, salt FROM log_entry WHERE ${OF_LOG}`;
const ENTRIES_OF = new Query<EntryRow>(
  ({ anyOf, entryId, indexedBy }) => sql`
    SELECT log_index, type, data, salt FROM log_entry ${indexedBy('log_entry_of_id')}
    WHERE ${OF_LOG} AND ${anyOf(entryId, p('ids'))} ORDER BY log_index`,
);
/** Queries for the first rows of a log, which may have any index, and for those after an index. */
const FIRST = leafQueries(sql``);
const NEXT = leafQueries(sql` AND log_index > ${p('after')}`);

function leafQueries(condition: SQL) {
  const end = sql`${condition} ORDER BY log_index LIMIT ${p('limit')}`;
  return {
    receipts: new Query<Extract<LeafRow, { readonly receipt: object }>['receipt']>(
      () => sql`SELECT * FROM receipt WHERE ${OF_LOG}${end}`,
    ),
    entries: new Query<EntryRow>(() => sql`${ENTRY}${end}`),
  };
}

type Keyed = { readonly key: string };
type OrderColumns = Keyed & {
  readonly context_hash: string | null;
  readonly version: number;
  readonly body: string;
};

type ApiKeyColumns = Keyed & { readonly version: number; readonly body: string };

/** Runs reads on one snapshot. */
type Reader = <R>(reads: Reads<R>) => Promise<R>;

/** Builds the store of an auditor; `onSnapshot` runs a task with a reader of one snapshot. */
export function auditStore(
  onSnapshot: <R>(look: (read: Reader) => Promise<R>) => Promise<R>,
  close: () => void,
): LogAuditStore {
  return {
    organizations: () => onSnapshot(async (read) => (await read(ORGANIZATIONS.all({}))).map(({ key }) => key)),
    look: (organizationId, look) => onSnapshot((read) => look(new AuditedRows(read, organizationId))),
    close,
  };
}

class AuditedRows implements LogAuditRows {
  private readonly read: Reader;
  readonly organization_id: string;

  constructor(read: Reader, organizationId: string) {
    this.read = read;
    this.organization_id = organizationId;
  }

  async organization() {
    const [row] = await this.read(ORGANIZATION.all({ organization_id: this.organization_id }));
    return row;
  }

  async wasChanged(member: string) {
    return (await this.read(EVENT_OF_CHANGE.all({ organization_id: this.organization_id, member }))).length > 0;
  }

  head() {
    return this.read(readHead(this.organization_id));
  }

  leaves(after: number | undefined, limit: number) {
    return this.read(readAuditedLeaves(this.organization_id, after, limit));
  }

  entries() {
    return this.read(readRowEntries(this.organization_id));
  }

  entriesOf(ids: readonly string[]) {
    return this.read(ENTRIES_OF.all({ organization_id: this.organization_id, ids }));
  }

  pending() {
    return this.read(readPending(this.organization_id, Number.MAX_SAFE_INTEGER));
  }

  closed() {
    return this.read(readClosed(this.organization_id));
  }

  async signingKeys(ids: readonly string[]) {
    const rows = await this.read(KEYS.all({ ids }));
    return new Map(rows.map((row) => [row.key, readAuditedKey(row)]));
  }

  allKeys() {
    return this.read(ALL_KEYS.all({ organization_id: this.organization_id }));
  }

  allAgents() {
    return this.read(ALL_AGENTS.all({ organization_id: this.organization_id }));
  }

  allConsumers() {
    return this.read(ALL_CONSUMERS.all({ organization_id: this.organization_id }));
  }

  async ordersWithoutEntry(except: readonly string[], limit: number) {
    const { organization_id } = this;
    const found = await this.read(ORDERS_WITHOUT_ENTRY.all({ organization_id, except, limit }));
    return found.map(({ key }) => key);
  }

  async orders(ids: readonly string[]) {
    const rows = await this.read(ORDERS.all({ ids }));
    return new Map(
      rows.map((row) => [
        row.key,
        { context_hash: row.context_hash, version: row.version, columns: row, body: parseBody(row) },
      ]),
    );
  }

  async apiKeys(ids: readonly string[]) {
    const rows = await this.read(API_KEYS.all({ ids }));
    return new Map(rows.map((row) => [row.key, { version: row.version, columns: row, body: parseBody(row) }]));
  }

  async apiKeysWithoutEntry(except: readonly string[]) {
    const { organization_id } = this;
    const rows = await this.read(API_KEYS_WITHOUT_ENTRY.all({ organization_id, except }));
    return rows.map((row) => ({ key: row.key, body: parseBody(row) }));
  }

  async spendings(ids: readonly string[]) {
    const rows = await this.read(SPENDINGS.all({ ids }));
    return new Map(rows.map((row) => [row.key, row]));
  }

  async nodes(positions: readonly NodePosition[]) {
    const hashes = await this.read(readNodes(this.organization_id, positions));
    return positions.map((position) => hashes.get(nodeKey(position)));
  }

  async countNodes() {
    const [row] = await this.read(NODE_COUNT.all({ organization_id: this.organization_id }));
    return row?.nodes ?? 0;
  }

  checkpoints(after: string, limit: number) {
    const ids = this.idsOfLog();
    return this.read(CHECKPOINTS.all({ ...ids, after: after || ids.after, limit }));
  }

  publications() {
    return this.read(PUBLICATIONS.all(this.idsOfLog()));
  }

  /**
   * Returns the range of the ids of a log's rows. These begin with the organization's id and a slash; `0` follows the
   * slash in ASCII.
   */
  private idsOfLog() {
    return { after: `${this.organization_id}/`, end: `${this.organization_id}0` };
  }
}

function* readAuditedLeaves(
  organization_id: string,
  after: number | undefined,
  limit: number,
): Reads<readonly LeafRow[]> {
  const rows = [...(yield* together([readReceiptRows(), readEntryRows()]))].flat();
  rows.sort((a, b) => indexOf(a) - indexOf(b));
  const last = rows[limit - 1];
  return rows.filter((row, index) => index < limit || (last !== undefined && indexOf(row) === indexOf(last)));

  function* readReceiptRows(): Reads<readonly LeafRow[]> {
    const { receipts } = after === undefined ? FIRST : NEXT;
    return (yield* receipts.all({ organization_id, after, limit })).map((receipt) => ({ receipt }));
  }

  function* readEntryRows(): Reads<readonly LeafRow[]> {
    const { entries } = after === undefined ? FIRST : NEXT;
    return (yield* entries.all({ organization_id, after, limit })).map((entry) => ({ entry }));
  }
}
