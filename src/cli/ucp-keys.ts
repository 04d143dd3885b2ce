import type { Command } from 'commander';
import type { SealedKey } from '../domain/tenant/sealed-key.js';
import type { Deployment } from '../domain/tenant/tenant.js';
import { onOneLine } from '../domain/values/text.js';
import { tenantWrites } from '../operations/tenancy/provision.js';
import { replaceWrite } from '../ports.js';
import {
  addKey,
  addMissingKeys,
  CURVES,
  curveOf,
  findCurrent,
  isInProfile,
  newShopKey,
  toJwk,
} from '../records/shop-keys.js';
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

/** Command for the keys with which a deployment signs (docs/ucp.md, Signatures). */
export function keysCommand(cli: Cli): Command {
  return commandWith('keys', 'show, replace or remove the keys with which a deployment signs', ['database'])
    .argument('<deployment>', 'id of the deployment, from `portal shops list`')
    .option(
      '--replace',
      'sign with new keys from now on; those before stay in the profile for 7 days, and verify order statements for good',
    )
    .option(
      '--remove <kid>',
      'take a key that others may know out of the profile and the key set; a new one signs if it did, also the statements that it had signed',
    )
    .option('--json', 'print as JSON, a line per key')
    .action(async (id: string, options: KeysOptions) => {
      if (options.replace && options.remove !== undefined) throw new CommandError('set either --replace or --remove');
      const { keys, now } = await withStore(cli, { db: options.db }, async (store, by) => {
        const secret = store.secret('ucp_keys');
        const deployment = await store.update((rows) => {
          const before = rows.get('deployment', id);
          if (!before) throw new CommandError(`there is no deployment ${id}; \`portal shops list\` prints the ids`);
          const ucp_keys = changed(before, options, secret, by.now);
          if (!ucp_keys) return { writes: [], result: before };
          const put = replaceWrite('deployment', before, { ...before, ucp_keys, updated_at: by.now });
          return { writes: tenantWrites(by, put, 'updated', ['ucp_keys']), result: put.row };
        });
        return { keys: deployment.ucp_keys ?? [], now: by.now };
      });
      for (const key of keys) cli.output.out(options.json ? JSON.stringify(shown(key)) : lineOf(key, now));
    });
}

/** Returns the deployment's changed keys; `undefined` if nothing changes. */
function changed({ ucp_keys = [] }: Deployment, options: KeysOptions, secret: Buffer, now: number) {
  const { replace, remove } = options;
  const signing = CURVES.filter((curve) => findCurrent(ucp_keys, curve));
  if (replace) {
    const curves = signing.length > 0 ? signing : (['P-256'] as const);
    return curves.reduce((keys, curve) => addKey(keys, newShopKey(secret, curve, now), now), [...ucp_keys]);
  }
  if (remove === undefined) return undefined;
  const left = ucp_keys.filter(({ kid }) => kid !== remove);
  if (left.length === ucp_keys.length) throw new CommandError(`the deployment has no key ${remove}`);
  return addMissingKeys(left, signing, () => secret, now);
}

function shown(key: SealedKey) {
  const { kid, created_at, replaced_at } = key;
  const replacing = replaced_at === undefined ? {} : { replaced_at: isoTime(replaced_at) };
  return { kid, alg: toJwk(key).alg, created_at: isoTime(created_at), ...replacing };
}

function lineOf(key: SealedKey, now: number): string {
  const { kid, alg, created_at, replaced_at } = shown(key);
  const isPublished = curveOf(key) === 'P-256' && isInProfile(key, now);
  const left = isPublished ? 'in the profile for 7 days' : 'verifies earlier order statements';
  const state = replaced_at === undefined ? 'signs' : `replaced at ${replaced_at}, ${left}`;
  return onOneLine([kid, alg, `created at ${created_at}`, state].join('  '));
}
