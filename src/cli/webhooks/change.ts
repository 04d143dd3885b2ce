import type { Command } from 'commander';
import { SECRET_GRACE_MS } from '../../domain/webhook/webhook.js';
import { changeWebhook, createWebhook, rotateSecret, type WebhookChange } from '../../operations/webhook/webhooks.js';
import { buildWebhookRemoval } from '../../outbox/webhook-writes.js';
import { isoTime } from '../../view/format.js';
import { webhookView } from '../../view/webhook-view.js';
import { chooseOrganization, ORGANIZATION_OPTION } from '../choose-organization.js';
import { type Cli, commandWith } from '../command.js';
import { CommandError } from '../output.js';
import { withStore } from '../with-store.js';
import { eventsOf, namedWebhook, webhookAuthor, webhookLine } from './named-webhook.js';

interface AddOptions {
  readonly organization?: string;
  readonly shop?: string;
  readonly events?: string;
  readonly description?: string;
  readonly json?: boolean;
}

export function addCommand(cli: Cli): Command {
  return commandWith('add', 'send events to a URL; its secret is shown only once', ['database', 'localAddresses'])
    .argument('<url>', 'https, of a public host')
    .option(...ORGANIZATION_OPTION)
    .option('--shop <id>', 'only this shop (default: all of the organization)')
    .option('--events <types>', 'types of events, separated by commas (default: all)')
    .option('--description <text>', 'what it is for')
    .option('--json', 'print as JSON')
    .action(async (url: string, options: AddOptions) => {
      const { webhook, secret } = await withStore(cli, { ...options }, async (store, by, config) => {
        const organization = await chooseOrganization(store, options.organization);
        const { shop = null, events = '', description = null } = options;
        const members = { url, shop_id: shop, events: eventsOf(events), description };
        return store.update((rows) => {
          const made = createWebhook(rows, webhookAuthor(by, store, config), organization, members);
          return { writes: made.writes, result: made };
        });
      });
      if (options.json) cli.output.out(JSON.stringify({ ...webhookView(webhook, webhook.created_at), secret }));
      else cli.output.out(`${webhookLine(webhook)}\n${secret}`);
    });
}

interface SetOptions {
  readonly url?: string;
  readonly events?: string;
  readonly description?: string;
  readonly status?: string;
}

export function setCommand(cli: Cli): Command {
  return commandWith('set', 'change a webhook', ['database', 'localAddresses'])
    .argument('<id>', 'id of the webhook')
    .option('--url <url>', 'https, of a public host')
    .option('--events <types>', 'types of events, separated by commas; "" = all')
    .option('--description <text>', 'description; "" = none')
    .option('--status <active|paused>', 'active also restarts a stopped webhook; paused records no events')
    .action(async (id: string, options: SetOptions) => {
      const change = changeOf(options);
      if (Object.keys(change).length === 0) throw new CommandError('set --url, --events, --description or --status');
      const after = await withStore(cli, { ...options }, (store, by, config) =>
        store.update((rows) => {
          const before = namedWebhook(rows, id);
          const saved = changeWebhook(rows, webhookAuthor(by, store, config), before, change);
          return { writes: saved.writes, result: saved.webhook };
        }),
      );
      cli.output.out(webhookLine(after));
    });
}

function changeOf({ url, events, description, status }: SetOptions): WebhookChange {
  return {
    ...(url !== undefined && { url }),
    ...(events !== undefined && { events: eventsOf(events) }),
    ...(description !== undefined && { description: description === '' ? null : description }),
    ...(status !== undefined && { status: statusOf(status) }),
  };
}

function statusOf(text: string): 'active' | 'paused' {
  if (text === 'active' || text === 'paused') return text;
  throw new CommandError('--status must be active or paused');
}

export function removeCommand(cli: Cli): Command {
  return commandWith('remove', 'delete a webhook; its waiting deliveries are not sent', ['database'])
    .argument('<id>', 'id of the webhook')
    .action(async (id: string, options: Readonly<Record<string, unknown>>) => {
      await withStore(cli, options, (store, by) =>
        store.update((rows) => ({ writes: buildWebhookRemoval(rows, by, namedWebhook(rows, id)), result: undefined })),
      );
      cli.output.out(`removed ${id}`);
    });
}

export function rotateCommand(cli: Cli): Command {
  return commandWith('rotate', 'create a new secret, shown only once; the old one also signs for a day', ['database'])
    .argument('<id>', 'id of the webhook')
    .action(async (id: string, options: Readonly<Record<string, unknown>>) => {
      const { secret, until } = await withStore(cli, options, (store, by, config) =>
        store.update((rows) => {
          const made = rotateSecret(rows, webhookAuthor(by, store, config), namedWebhook(rows, id));
          return { writes: made.writes, result: { secret: made.secret, until: by.now + SECRET_GRACE_MS } };
        }),
      );
      cli.output.out(secret);
      cli.output.err(`messages are signed with the secret before too, until ${isoTime(until)}`);
    });
}
