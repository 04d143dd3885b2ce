import { pluralize } from '../domain/values/pluralize.js';
import { printable } from '../domain/values/printable.js';
import { type CheckResult, type OpenedAudit, openDatabaseCheck, openLogAudit } from '../store/open-store.js';
import type { Output } from './output.js';
import { progress } from './progress.js';

/** Result of one part of a check. */
export interface CheckedPart {
  /** `file`, `orders`, `stock`, `usage`, `events`, `copy`, `logs`, or `log` followed by an organization's id. */
  readonly part: string;
  /** Number and kind of the checked objects, such as `12 orders`. */
  readonly looked: string;
  /** Sentences; empty if valid. */
  readonly faults: readonly string[];
}

interface Checking {
  readonly database: string;
  /** Prefix of the names of the portal's other files. Defaults to the path of the database. */
  readonly files?: string;
  readonly logKey?: string | undefined;
  readonly logSigned?: string | undefined;
}

/** Checks all parts of a database without writing. Skips the logs if the file is damaged or its schema is old. */
export async function checkDatabase(output: Output, checking: Checking): Promise<readonly CheckedPart[]> {
  const { isEarlier, parts } = await checkedParts(output, checking.database);
  const isReadable = parts.every(({ part, faults }) => part !== 'file' || faults.length === 0);
  if (isEarlier || !isReadable) return parts;
  return [...parts, ...(await checkedLogs(output, checking))];
}

async function checkedParts(output: Output, database: string) {
  const check = await openDatabaseCheck(database);
  try {
    const shown = progress(output, 'checked orders');
    const parts = (await check.run(shown)).map(shownPart);
    if (check.isEarlier)
      output.err(
        `the database was written by an earlier program: after the upgrade \`portal check\` also checks ${listed(CHECKED.slice(1))}`,
      );
    const bare = {
      part: 'copy',
      looked: '',
      faults: ['it was copied without its -wal: the last writes are missing'],
    };
    return { isEarlier: check.isEarlier, parts: check.isBare ? [...parts, bare] : parts };
  } finally {
    await check.close();
  }
}

interface Part {
  /** Name of the part in output. */
  readonly what: string;
  readonly looked: (count: number) => string;
}

/** In the order of the checks. */
const PARTS: Readonly<Record<CheckResult['part'], Part>> = {
  file: { what: 'the database file', looked: (count) => `${pluralize(count, 'page')}, with indexes and references` },
  orders: { what: 'the sums of every order', looked: (count) => pluralize(count, 'order') },
  stock: { what: 'the stock', looked: (count) => `${pluralize(count, 'item')} with a ledger` },
  usage: { what: 'usage counters for quotas', looked: (count) => pluralize(count, 'organization') },
  events: { what: 'the events', looked: (count) => `${pluralize(count, 'object')} with webhook events` },
};

/** Names of all parts, starting with the file. */
export const CHECKED: readonly string[] = [...Object.values(PARTS).map(({ what }) => what), 'the logs'];

export function listed(names: readonly string[]): string {
  return `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`;
}

function shownPart({ part, count, faults }: CheckResult): CheckedPart {
  return { part, looked: PARTS[part].looked(count), faults };
}

async function checkedLogs(output: Output, { database, ...opening }: Checking): Promise<readonly CheckedPart[]> {
  let opened: OpenedAudit;
  try {
    opened = await openLogAudit(database, opening);
  } catch (error) {
    // For example, the log key is missing or the schema was modified.
    return [{ part: 'logs', looked: '', faults: [error instanceof Error ? error.message : String(error)] }];
  }
  // If the server stops or is too slow from here on, that says nothing about the logs.
  return auditedLogs(output, opened);
}

async function auditedLogs(output: Output, { auditor, close }: OpenedAudit): Promise<readonly CheckedPart[]> {
  try {
    const parts: CheckedPart[] = [];
    for (const id of await auditor.organizations()) {
      const onProgress = progress(output, `verified ${printable(id)}`);
      const { size, receipts, faults, waits } = await auditor.audit(id, { onProgress });
      const looked = `${pluralize(receipts, 'receipt')}, ${pluralize(size, 'leaf', 'leaves')}`;
      parts.push({ part: `log ${id}`, looked: waits ? `${looked}; waits for \`portal log adopt\`` : looked, faults });
    }
    return parts;
  } finally {
    await close();
  }
}

/** Returns one line for a valid part, and one line for each fault of any other part. */
export function checkedPartText({ part, looked, faults }: CheckedPart): string {
  if (faults.length === 0) return `${part}  valid  ${looked}`;
  return faults.map((fault) => printable(`${part}  INVALID  ${fault}`)).join('\n');
}
