import { Command } from 'commander';
import { generateToken } from '../calls/access-token.js';
import type { OauthClient } from '../domain/tenant/grant.js';
import { hashSecret } from '../domain/values/secret.js';
import { collectPages } from '../lists/every-page.js';
import { redirectProblem } from '../oauth/redirect-uri.js';
import { type IdPosition, insertWrite } from '../ports.js';
import { type Cli, commandWith } from './command.js';
import { DESCRIPTIONS } from './descriptions.js';
import { CommandError } from './output.js';
import { profileList } from './profile-list.js';
import { checkName, withReader, withStore } from './with-store.js';

export function clientsCommand(cli: Cli): Command {
  return new Command('clients')
    .description(DESCRIPTIONS.clients)
    .addCommand(addCommand(cli))
    .addCommand(listCommand(cli))
    .addCommand(removeCommand(cli));
}

interface AddOptions {
  readonly name: string;
  readonly redirectUri: readonly string[];
  readonly public?: boolean;
  readonly ucpProfiles?: string;
  /** False with `--no-pkce`. */
  readonly pkce: boolean;
}

function addCommand(cli: Cli): Command {
  return commandWith('add', 'predefine a client, whose name counts as checked; its secret is shown only once', [
    'database',
  ])
    .requiredOption('--name <text>', 'name that people see')
    .requiredOption('--redirect-uri <uris...>', 'addresses to which the browser may return')
    .option('--public', 'a client without a secret, such as an app')
    .option('--ucp-profiles <urls>', 'profiles of the UCP platforms for which it links accounts, separated by commas')
    .option('--no-pkce', 'accept codes without PKCE for UCP 2026-01-11, which has none')
    .action(async (options: AddOptions) => {
      const redirect_uris = options.redirectUri.map(checkRedirect);
      const { ucpProfiles, pkce } = options;
      if (options.public && !pkce) throw new CommandError('--no-pkce needs a secret; omit --public');
      const { id, secret } = await withStore(cli, { ...options }, async (store, by) => {
        const text = options.public ? undefined : generateToken(by.ids, 'client_secret');
        const client: OauthClient = {
          ...{ id: by.ids.next('cli'), kind: 'predefined', name: checkName(options.name), redirect_uris },
          ...{ secret_hash: text === undefined ? null : hashSecret(text), expires_at: null },
          ...(ucpProfiles !== undefined && { ucp_profiles: profileList('--ucp-profiles', ucpProfiles) }),
          ...(!pkce && { pkce_optional: true }),
          ...{ created_at: by.now, version: 0 },
        };
        await store.update(() => ({ writes: [insertWrite('oauth_client', client)], result: undefined }));
        return { id: client.id, secret: text };
      });
      cli.output.out(`client_id ${id}`);
      if (secret !== undefined) cli.output.out(`client_secret ${secret}`);
    });
}

function checkRedirect(uri: string): string {
  const problem = redirectProblem(uri);
  if (problem !== undefined) throw new CommandError(`--redirect-uri ${problem}`);
  return uri;
}

function listCommand(cli: Cli): Command {
  return commandWith('list', 'list the predefined and registered clients', ['database'])
    .option('--json', 'print as JSON')
    .action(async (options: { json?: boolean }) => {
      const clients = await withReader(cli, options, (store) =>
        collectPages((after: IdPosition | undefined, limit) => store.list('oauth_clients', {}, after, limit)),
      );
      const shown = clients.map(({ id, kind, name, redirect_uris, ucp_profiles, pkce_optional }) => ({
        ...{ id, kind, name, redirect_uris },
        ...(ucp_profiles && { ucp_profiles }),
        ...(pkce_optional && { pkce: false }),
      }));
      if (options.json) cli.output.out(JSON.stringify(shown));
      else
        for (const { id, kind, name, redirect_uris } of shown)
          cli.output.out([id, kind, name, ...redirect_uris].join('  '));
    });
}

function removeCommand(cli: Cli): Command {
  return commandWith('remove', 'remove a client, whose grants stay until they are ended', ['database'])
    .argument('<id>', 'id of the client, from `portal clients list`')
    .action(async (id: string, options: Readonly<Record<string, unknown>>) => {
      await withStore(cli, options, (store) =>
        store.update((rows) => {
          if (!rows.get('oauth_client', id))
            throw new CommandError(`there is no client ${id}; \`portal clients list\` prints the ids`);
          return { writes: [{ type: 'remove', table: 'oauth_client', key: id }], result: undefined };
        }),
      );
      cli.output.out(`removed ${id}`);
    });
}
