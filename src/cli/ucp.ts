import { Command } from 'commander';
import type { Deployment } from '../domain/tenant/tenant.js';
import type { UcpSettings } from '../domain/tenant/ucp.js';
import { onOneLine } from '../domain/values/text.js';
import { collectPages } from '../lists/every-page.js';
import { tenantWrites } from '../operations/tenancy/provision.js';
import { type IdPosition, replaceWrite, type Store } from '../ports.js';
import { addMissingKeys } from '../records/shop-keys.js';
import { type Cli, commandWith } from './command.js';
import { DESCRIPTIONS } from './descriptions.js';
import { CommandError } from './output.js';
import { profileList } from './profile-list.js';
import { keysCommand } from './ucp-keys.js';
import { withStore } from './with-store.js';

export function ucpCommand(cli: Cli): Command {
  return new Command('ucp')
    .description(DESCRIPTIONS.ucp)
    .addCommand(setCommand(cli))
    .addCommand(listCommand(cli))
    .addCommand(keysCommand(cli));
}

interface SetOptions {
  readonly db?: string;
  readonly enabled?: string;
  readonly host?: string;
  readonly open?: string;
  readonly platforms?: string;
  readonly linked?: string;
}

const OFF: UcpSettings = { enabled: false, host: null, open: false, platforms: null };

function setCommand(cli: Cli): Command {
  return commandWith('set', 'change how a deployment is reached over UCP', ['database'])
    .argument('<deployment>', 'id of the deployment, from `portal shops list`')
    .option('--enabled <0|1>', '1 serves it, 0 does not')
    .option('--host <name>', 'its own host name, such as shop.example.com; "" = the host of PORTAL_PUBLIC_URL')
    .option('--open <0|1>', '1 = platforms without proof of identity can buy; 0 = they need an API key')
    .option('--platforms <urls>', 'only platforms with these profiles, separated by commas; "" = all')
    .option('--linked <0|1>', '1 = only people who link their account can buy, with PORTAL_OAUTH=1')
    .action(async (id: string, options: SetOptions) => {
      const changes = changesOf(options);
      if (Object.keys(changes).length === 0)
        throw new CommandError('set at least one of --enabled, --host, --open, --platforms and --linked');
      // Only the database option is passed on: in other commands `--host` is the listen address.
      const after = await withStore(cli, { db: options.db }, async (store, by, { publicUrl }) => {
        const own = publicUrl && new URL(publicUrl).hostname;
        const others = (await everyDeployment(store)).filter((one) => one.id !== id);
        return store.update((rows) => {
          const before = rows.get('deployment', id);
          if (!before) throw new CommandError(`there is no deployment ${id}; \`portal shops list\` prints the ids`);
          const ucp = { ...OFF, ...before.ucp, ...changes };
          assertUnique(ucp, others, own);
          const signing = ucp.enabled && {
            ucp_keys: addMissingKeys(before.ucp_keys ?? [], ['P-256'], () => store.secret('ucp_keys'), by.now),
          };
          const put = replaceWrite('deployment', before, { ...before, ucp, ...signing, updated_at: by.now });
          const writes = tenantWrites(
            by,
            put,
            'updated',
            Object.keys(changes).map((name) => `ucp.${name}`),
          );
          return { writes, result: put.row };
        });
      });
      cli.output.out(lineOf(after));
    });
}

function changesOf({ enabled, host, open, platforms, linked }: SetOptions): Partial<UcpSettings> {
  return {
    ...(enabled !== undefined && { enabled: switchOf('--enabled', enabled) }),
    ...(host !== undefined && { host: hostOf(host) }),
    ...(open !== undefined && { open: switchOf('--open', open) }),
    ...(platforms !== undefined && { platforms: platforms === '' ? null : profileList('--platforms', platforms) }),
    ...(linked !== undefined && { linked: switchOf('--linked', linked) }),
  };
}

function switchOf(flag: string, text: string): boolean {
  if (text !== '0' && text !== '1') throw new CommandError(`${flag} must be 0 or 1`);
  return text === '1';
}

const LABEL = '[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?';
const HOST = new RegExp(`^${LABEL}(?:\\.${LABEL})+$`);

/** Parses a DNS name; empty stands for none. Rejects ports and IP addresses: the URLs are `https://` and this name. */
function hostOf(text: string): string | null {
  const host = text.toLowerCase();
  if (host === '') return null;
  if (host.length <= 253 && HOST.test(host) && !/\.\d+$/.test(host)) return host;
  throw new CommandError('--host must be a host name without a port, such as shop.example.com');
}

/** @throws CommandError if requests could not be assigned to exactly one deployment */
function assertUnique({ enabled, host }: UcpSettings, others: readonly Deployment[], own: string | undefined): void {
  const at = (one: string | null) => one ?? own ?? null;
  const same = others.find(
    ({ ucp }) =>
      ucp !== undefined &&
      ((host !== null && ucp.host === host) || (enabled && ucp.enabled && at(ucp.host) === at(host))),
  );
  if (!same) return;
  const which = host === null ? 'without its own host' : `at ${host}`;
  throw new CommandError(`deployment ${same.id} is already ${which}; give one of them another --host`);
}

function everyDeployment(store: Pick<Store, 'list'>): Promise<Deployment[]> {
  return collectPages((after: IdPosition | undefined, limit) => store.list('all_deployments', {}, after, limit));
}

function listCommand(cli: Cli): Command {
  return commandWith('list', 'list the deployments that have settings for UCP', ['database'])
    .option('--json', 'print as JSON, a line per deployment')
    .action(async (options: { json?: boolean }) => {
      const found = await withStore(cli, options, async (store) => everyDeployment(store));
      for (const one of found.filter(({ ucp }) => ucp !== undefined)) {
        const { id, shop_id, name, ucp } = one;
        cli.output.out(options.json ? JSON.stringify({ id, shop_id, name, ucp }) : lineOf(one));
      }
    });
}

function lineOf({ id, name, ucp = OFF }: Deployment): string {
  const { enabled, host, open, platforms, linked } = ucp;
  const parts = [
    id,
    enabled ? 'enabled' : 'not enabled',
    `host: ${host ?? 'the host of PORTAL_PUBLIC_URL'}`,
    `open: ${open ? 'yes' : 'no'}`,
    `platforms: ${platforms?.join(' ') ?? 'any'}`,
    ...(linked ? ['linked people only'] : []),
    name,
  ];
  return onOneLine(parts.join('  '));
}
