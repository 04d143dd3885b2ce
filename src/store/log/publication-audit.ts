import { publicationId } from '../../domain/receipt/log-checkpoint.js';
import { findCopyFault, parseBody } from './audited-body.js';
import type { LogAuditRows, OrganizationColumns, PublicationColumns } from './log-audit-rows.js';

/** Sizes of the stored checkpoints, by epoch. */
export type StoredSizes = Map<number, { readonly most: number; readonly cosigned: Set<number> }>;

/** Describes invalid and missing rows of published checkpoints. */
export function findPublicationFaults(rows: readonly PublicationColumns[], sizes: StoredSizes): readonly string[] {
  const wrong = rows.flatMap((row) => {
    const fault = findPublicationFault(row, sizes);
    return fault === undefined ? [] : [`the row ${row.key} of the checkpoints that are shown is not valid: ${fault}`];
  });
  const shown = new Set(rows.map(({ key }) => String(key).split('/').at(-1)));
  const absent = [...sizes.keys()].filter((epoch) => !shown.has(String(epoch)));
  return [...wrong, ...absent.map((epoch) => `the row of the checkpoints that are shown under epoch ${epoch} is gone`)];
}

function findPublicationFault(row: PublicationColumns, sizes: StoredSizes): string | undefined {
  const body = parseBody(row);
  if (!body) return 'its body is that of another row';
  const copy = findCopyFault(row, body, ['organization_id', 'created_at', 'size']);
  if (copy !== undefined) return copy;
  const member = (name: string): unknown => Reflect.get(body, name);
  const epoch = Number(member('epoch'));
  if (row.key !== publicationId(String(row.organization_id), epoch)) return 'it has the id of another one';
  const stored = sizes.get(epoch);
  if (!stored || row.size !== stored.most)
    return `it has the size ${row.size}, and the newest checkpoint ${stored?.most ?? 'is gone'}`;
  const witnessed = member('witnessed_size');
  if (witnessed !== 0 && !stored.cosigned.has(Number(witnessed)))
    return `it has the witnessed size ${witnessed}, and no cosignature is stored for that`;
  return undefined;
}

/** Members of an organization that control publication. */
const PUBLIC_MEMBERS = ['public_log', 'public_receipts', 'public_contexts'] as const;

/** Describes publication settings that no audit event records, and a column that differs from the setting. */
export async function findPublishedFaults(
  rows: LogAuditRows,
  organization: OrganizationColumns,
): Promise<readonly string[]> {
  const body = parseBody(organization);
  if (!body) return ['the body of the organization is that of another row'];
  const chosen = PUBLIC_MEMBERS.filter((name) => Reflect.get(body, name) === true);
  const faults = await Promise.all(
    chosen.map(async (name) =>
      (await rows.wasChanged(name)) ? [] : [`the organization has ${name}, and no audit event says who chose that`],
    ),
  );
  const isPublic = chosen.includes('public_log') ? 1 : 0;
  const column =
    isPublic === organization.public_log ? [] : ['the column public_log of the organization differs from its body'];
  return [...column, ...faults.flat()];
}
