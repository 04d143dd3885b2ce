import type { Command } from 'commander';
import type { Deployment } from '../domain/tenant/tenant.js';
import type { UcpKey } from '../domain/tenant/ucp.js';
import { onOneLine } from '../domain/values/text.js';
import { tenantWrites } from '../operations/tenancy/provision.js';
import { replaceWrite, type Store } from '../ports.js';
import { addKey, newUcpKey, publishedKeys } from '../ucp/site/keys.js';
import { isoTime } from '../view/format.js';
import { type Cli, commandWith } from './command.js';
import { CommandError } from './output.js';
import { withStore } from './with-store.js';

interface KeysOptions {
  readonly db?: string;
  readonly replace?: boolean;
  readonly remove?: string;
  readonly json?: boolean;
}

/** Command for the keys that sign a deployment's UCP responses (docs/ucp.md, Signatures). */
export function keysCommand(cli: Cli): Command {
  return commandWith('keys', 'show, replace or remove the keys that sign the answers of a deployment over UCP', [
    'database',
  ])
    .argument('<deployment>', 'id of the deployment, from `portal shops list`')
    .option('--replace', 'sign with a new key from now on; the one before stays in the profile for 7 days')
    .option(
      '--remove <kid>',
      'take a key that others may know out of the profile, which platforms may keep for an hour; a new one signs if it did',
    )
    .option('--json', 'print as JSON, a line per key')
    .action(async (id: string, options: KeysOptions) => {
      if (options.replace && options.remove !== undefined) throw new CommandError('set either --replace or --remove');
      const keys = await withStore(cli, { db: options.db }, async (store, by) => {
        const secret = store.secret('ucp_keys');
        const deployment = await store.update((rows) => {
          const before = rows.get('deployment', id);
          if (!before) throw new CommandError(`there is no deployment ${id}; \`portal shops list\` prints the ids`);
          const ucp_keys = changed(before, options, secret, by.now);
          if (!ucp_keys) return { writes: [], result: before };
          const put = replaceWrite('deployment', before, { ...before, ucp_keys, updated_at: by.now });
          return { writes: tenantWrites(by, put, 'updated', ['ucp_keys']), result: put.row };
        });
        return publishedKeys(deployment.ucp_keys, by.now);
      });
      for (const key of keys) cli.output.out(options.json ? JSON.stringify(shown(key)) : lineOf(key));
    });
}

/** Returns the deployment's changed keys; `undefined` if nothing changes. */
function changed({ ucp_keys = [] }: Deployment, options: KeysOptions, secret: Buffer, now: number) {
  const { replace, remove } = options;
  if (replace) return addKey(ucp_keys, newUcpKey(secret, now), now);
  if (remove === undefined) return undefined;
  const left = ucp_keys.filter(({ kid }) => kid !== remove);
  if (left.length === ucp_keys.length) throw new CommandError(`the deployment has no key ${remove}`);
  return left.some(({ replaced_at }) => replaced_at === undefined) ? left : addKey(left, newUcpKey(secret, now), now);
}

/** Returns the keys of a deployment, or a new first key if it has none. */
export function makeFirstKey(
  store: Pick<Store, 'secret'>,
  { ucp_keys = [] }: Deployment,
  now: number,
): readonly UcpKey[] {
  return ucp_keys.length > 0 ? ucp_keys : [newUcpKey(store.secret('ucp_keys'), now)];
}

function shown({ kid, created_at, replaced_at }: UcpKey) {
  const replacing = replaced_at === undefined ? {} : { replaced_at: isoTime(replaced_at) };
  return { kid, created_at: isoTime(created_at), ...replacing };
}

function lineOf(key: UcpKey): string {
  const { kid, created_at, replaced_at } = shown(key);
  const state = replaced_at === undefined ? 'signs' : `replaced at ${replaced_at}, in the profile for 7 days`;
  return onOneLine([kid, `created at ${created_at}`, state].join('  '));
}
