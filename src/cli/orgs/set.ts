import type { Command } from 'commander';
import { QUOTA_NAMES, type Quotas } from '../../domain/tenant/quota.js';
import type { Organization } from '../../domain/tenant/tenant.js';
import { omitUndefined } from '../../domain/values/present.js';
import { replaceWrite } from '../../ports.js';
import { auditWrite } from '../../records/audit.js';
import { type Cli, commandWith } from '../command.js';
import { CommandError } from '../output.js';
import { wholeNumber } from '../whole-number.js';
import { withStore } from '../with-store.js';

interface QuotaOptions {
  readonly db?: string;
  readonly publicLog?: string;
  readonly publicReceipts?: string;
  readonly publicContexts?: string;
  readonly requireKeyProof?: string;
  readonly quotaKeys?: string;
  readonly quotaItems?: string;
  readonly quotaOpenCarts?: string;
  readonly quotaRows?: string;
  readonly quotaMib?: string;
}

const QUOTA_VALUES = 'a number, none, or default = the setting of the portal';
/** Bytes. */
const MEBIBYTE = 2 ** 20;

export function setCommand(cli: Cli): Command {
  return commandWith('set', 'change the public access, key registration and quotas of an organization', ['database'])
    .argument('<id>', 'id of the organization')
    .option('--public-log <0|1>', '1 = anyone can read its receipt log if PORTAL_PUBLIC_LOGS is 1')
    .option('--public-receipts <0|1>', '1 = anyone who knows the hash of a receipt can read it')
    .option('--public-contexts <0|1>', '1 = those receipts show what was ordered (context of the order)')
    .option('--require-key-proof <0|1>', '1 = signing keys are registered only with a proof of possession')
    .option('--quota-keys <number>', `API keys that are not revoked: ${QUOTA_VALUES}`)
    .option('--quota-items <number>', `items on sale: ${QUOTA_VALUES}`)
    .option('--quota-open-carts <number>', `open carts: ${QUOTA_VALUES}`)
    .option('--quota-rows <number>', `rows: ${QUOTA_VALUES}`)
    .option('--quota-mib <MiB>', `storage for rows and pictures in MiB: ${QUOTA_VALUES}`)
    .action(async (id: string, options: QuotaOptions) => {
      const { db } = options;
      const after = await withStore(cli, { db }, (store, by) =>
        store.update((rows) => {
          const before = rows.get('organization', id);
          if (!before) throw new CommandError(`there is no organization ${id}`);
          const chosen = chosenOf(options, before);
          if (Object.keys(chosen).length === 0)
            throw new CommandError(
              'set --public-log, --public-receipts, --public-contexts, --require-key-proof or a --quota',
            );
          const put = replaceWrite('organization', before, { ...before, ...chosen, updated_at: by.now });
          const event = auditWrite(by, id, { type: 'organization', id }, 'organization.updated', Object.keys(chosen));
          return { writes: [put, event], result: put.row };
        }),
      );
      cli.output.out(settingsText(after));
    });
}

function settingsText(organization: Organization): string {
  const { id, public_log, public_receipts, public_contexts, key_proof_required, quotas = {} } = organization;
  const own = QUOTA_NAMES.filter((name) => quotas[name] !== undefined).map(
    (name) => `  ${name}: ${quotas[name] ?? 'none'}`,
  );
  const switches = {
    'public log': public_log,
    'public receipts': public_receipts,
    'public contexts': public_contexts,
    'key proof': key_proof_required,
  };
  const shown = Object.entries(switches).map(([name, isOn]) => `  ${name}: ${isOn ? 'yes' : 'no'}`);
  return [id, ...shown, ...own].join('');
}

function chosenOf(given: QuotaOptions, { quotas }: Organization): Partial<Organization> {
  const changed = quotasOf(given, quotas ?? {});
  return {
    ...switchOf('--public-log', 'public_log', given.publicLog),
    ...switchOf('--public-receipts', 'public_receipts', given.publicReceipts),
    ...switchOf('--public-contexts', 'public_contexts', given.publicContexts),
    ...switchOf('--require-key-proof', 'key_proof_required', given.requireKeyProof),
    ...(changed && { quotas: changed }),
  };
}

function switchOf(
  flag: string,
  member: 'public_log' | 'public_receipts' | 'public_contexts' | 'key_proof_required',
  text: string | undefined,
) {
  if (text === undefined) return {};
  if (text !== '0' && text !== '1') throw new CommandError(`${flag} must be 0 or 1`);
  return { [member]: text === '1' };
}

/** Returns the organization's quotas after the change; `undefined` if no option names a quota. */
function quotasOf(given: QuotaOptions, before: Quotas): Quotas | undefined {
  const named = {
    keys: quotaOf('--quota-keys', given.quotaKeys),
    items: quotaOf('--quota-items', given.quotaItems),
    open_carts: quotaOf('--quota-open-carts', given.quotaOpenCarts),
    rows: quotaOf('--quota-rows', given.quotaRows),
    bytes: quotaOf('--quota-mib', given.quotaMib, MEBIBYTE),
  };
  if (Object.values(named).every((one) => one === undefined)) return undefined;
  const chosen = Object.entries({ ...before, ...omitUndefined(named) }).filter(
    ([, to]) => to !== undefined && to !== 'default',
  );
  return Object.fromEntries(chosen);
}

/** @throws CommandError */
function quotaOf(flag: string, text: string | undefined, unit = 1): number | null | 'default' | undefined {
  if (text === undefined || text === 'default') return text;
  if (text === 'none') return null;
  return wholeNumber(flag, text, `must be ${QUOTA_VALUES}`, { max: 9_999_999_999 }) * unit;
}
