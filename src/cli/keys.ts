import { Command, Option } from 'commander';
import type { SpendingLimits } from '../domain/tenant/limits.js';
import { ROLES, type Role } from '../domain/tenant/roles.js';
import { KEY_SCOPES, type KeyKind, type KeyScope, SCOPES } from '../domain/tenant/tenant.js';
import { collectPages } from '../lists/every-page.js';
import { limitsOfNewKey } from '../operations/tenancy/key-limits.js';
import { buildNewKey, buildRevocation, type KeyOwner } from '../operations/tenancy/key-writes.js';
import type { Store } from '../ports.js';
import { readSpentByKey } from '../records/spending.js';
import { systemClock } from '../system.js';
import { keyView } from '../view/key-view.js';
import { chooseOrganization, ORGANIZATION_OPTION } from './choose-organization.js';
import { type Cli, commandWith } from './command.js';
import { DESCRIPTIONS } from './descriptions.js';
import { type LimitFlags, limitCommand, limitsText, readLimits, withLimitOptions } from './key-limits.js';
import { CommandError } from './output.js';
import { profileList } from './profile-list.js';
import { checkName, withReader, withStore } from './with-store.js';

export function keysCommand(cli: Cli): Command {
  return new Command('keys')
    .description(DESCRIPTIONS.keys)
    .addCommand(createCommand(cli))
    .addCommand(listCommand(cli))
    .addCommand(limitCommand(cli))
    .addCommand(revokeCommand(cli));
}

interface CreateOptions extends LimitFlags {
  readonly deployment?: string;
  readonly organization?: string;
  readonly name: string;
  readonly scopes?: string;
  readonly role?: Role;
  readonly buyerRequired?: boolean;
  readonly ucpProfiles?: string;
  readonly expires?: string;
  readonly json?: boolean;
}

function createCommand(cli: Cli): Command {
  return withLimitOptions(commandWith('create', 'create a key; it is shown only once', ['database']))
    .option('--deployment <id>', 'a shopping key (dk_) for this deployment')
    .option('--organization <id>', 'a management key (ok_) for this organization')
    .option('--name <text>', 'what the key is for', 'unnamed')
    .option(
      '--scopes <list>',
      `scopes, separated by commas; ${scopesText('deployment')}; ${scopesText('organization')}`,
    )
    .addOption(
      new Option('--role <role>', 'with --organization: the scopes of this role (docs/operations.md, Roles)')
        .choices(Object.keys(ROLES))
        .conflicts('scopes'),
    )
    .option('--buyer-required', 'reject calls without a buyer')
    .option(
      '--ucp-profiles <urls>',
      'profiles of the platform that the key is for, separated by commas: it then works over UCP alone',
    )
    .option('--expires <time>', 'ISO 8601 time at which the key expires')
    .option('--json', 'print the key as JSON')
    .action(async (options: CreateOptions) => {
      const { key, row } = await withStore(cli, { ...options }, async (store, by) => {
        const owner = await ownerOf(store, options);
        const made = buildNewKey(by, owner, {
          name: checkName(options.name),
          scopes: options.role ? ROLES[options.role] : scopesOf(options.scopes),
          buyer_required: options.buyerRequired === true,
          ucp_profiles: profilesOf(owner, options.ucpProfiles),
          limits: await limitsOf(store, owner, options),
          expires_at: expiryOf(options.expires, by.now),
        });
        await store.update(() => ({ writes: made.writes, result: undefined }));
        return made;
      });
      if (options.json) cli.output.out(JSON.stringify({ id: row.id, key, scopes: row.scopes }));
      else cli.output.out(key);
    });
}

/** Scopes allowed for a kind of key, for the help text. */
function scopesText(kind: KeyKind): string {
  const { allowed, granted } = KEY_SCOPES[kind];
  return `with --${kind}: ${allowed.join(', ')} (default: ${granted.join(', ')})`;
}

async function ownerOf(store: Store, { deployment, organization, role }: CreateOptions): Promise<KeyOwner> {
  if (role !== undefined && organization === undefined) throw new CommandError('--role goes with --organization');
  if ((deployment === undefined) === (organization === undefined)) {
    throw new CommandError('name either --deployment or --organization; `portal shops list` prints the ids of both');
  }
  if (organization !== undefined) {
    const found = await store.read((rows) => rows.get('organization', organization));
    if (!found) throw new CommandError(`there is no organization ${organization}; \`portal orgs list\` prints the ids`);
    return { kind: 'organization', organization_id: found.id, deployment_id: null };
  }
  const found = await store.read((rows) => rows.get('deployment', deployment ?? ''));
  if (!found) throw new CommandError(`there is no deployment ${deployment}; \`portal shops list\` prints the ids`);
  return { kind: 'deployment', organization_id: found.organization_id, deployment_id: found.id };
}

/** @throws CommandError */
async function limitsOf(store: Store, owner: KeyOwner, options: LimitFlags): Promise<SpendingLimits | undefined> {
  const change = readLimits(options);
  if (!change) return undefined;
  if (owner.kind !== 'deployment') throw new CommandError('limits go with --deployment');
  return store.read((rows) => limitsOfNewKey(rows, owner, change));
}

function profilesOf({ kind }: KeyOwner, list: string | undefined): readonly string[] | undefined {
  if (list === undefined) return undefined;
  if (kind !== 'deployment') throw new CommandError('--ucp-profiles goes with --deployment');
  return profileList('--ucp-profiles', list);
}

function scopesOf(list: string | undefined): KeyScope[] | undefined {
  return list?.split(',').map((text) => {
    const scope = SCOPES.find((known) => known === text.trim());
    if (!scope) throw new CommandError(`unknown scope "${text.trim()}"; the scopes are ${SCOPES.join(', ')}`);
    return scope;
  });
}

function expiryOf(text: string | undefined, now: number): number | undefined {
  if (text === undefined) return undefined;
  const time = /^\d{4}-\d{2}-\d{2}/.test(text) ? Date.parse(text) : Number.NaN;
  if (!(time > now)) throw new CommandError('--expires must be an ISO 8601 time in the future');
  return time;
}

function listCommand(cli: Cli): Command {
  return commandWith('list', 'list the keys of an organization', ['database'])
    .option(...ORGANIZATION_OPTION)
    .option('--json', 'print as JSON')
    .action(async (options: { organization?: string; json?: boolean }) => {
      const shown = await withReader(cli, options, async (store) => {
        const now = systemClock.now();
        const organization_id = await chooseOrganization(store, options.organization);
        const rows = await collectPages((after, limit) => store.list('api_keys', { organization_id }, after, limit));
        const spent = await store.read((read) => readSpentByKey(read, rows, now));
        return rows.map((row) => keyView(row, now, spent.get(row.id)));
      });
      if (options.json) cli.output.out(JSON.stringify(shown));
      else
        for (const key of shown)
          cli.output.out(
            [
              key.id,
              key.hint,
              key.status,
              key.name,
              key.scopes.join(','),
              ...(key.limits ? [limitsText(key.limits)] : []),
              `created by ${key.created_by ?? 'unknown'}`,
            ].join('  '),
          );
    });
}

function revokeCommand(cli: Cli): Command {
  return commandWith('revoke', 'revoke a key: every process on the database rejects it at once', ['database'])
    .argument('<id>', 'id of the key, from `portal keys list`')
    .action(async (id: string, options: Readonly<Record<string, unknown>>) => {
      await withStore(cli, options, (store, by) =>
        store.update((rows) => {
          if (!rows.get('api_key', id))
            throw new CommandError(`there is no key ${id}; \`portal keys list\` prints the ids`);
          const { row, writes } = buildRevocation(rows, by, id);
          return { writes, result: row };
        }),
      );
      cli.output.out(`revoked ${id}`);
    });
}
