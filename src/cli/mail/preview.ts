import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Command } from 'commander';
import { PREVIEW_KINDS, type PreviewKind } from '../../domain/values/notice-kinds.js';
import { required } from '../../domain/values/required.js';
import { makePreviewer } from '../../mail/preview.js';
import { shopIn } from '../choose-shop.js';
import { type Cli, commandWith } from '../command.js';
import { namedOrder } from '../orders/named-order.js';
import { CommandError } from '../output.js';
import { withStore } from '../with-store.js';
import { openInBrowser } from './open-in-browser.js';

interface PreviewOptions {
  readonly shop?: string;
  readonly kind: string;
  readonly lang?: string;
  readonly open?: boolean;
  readonly json?: boolean;
}

export function previewCommand(cli: Cli): Command {
  return commandWith('preview', 'render a notice about an order as the order is now, without sending it', [
    'database',
    'publicUrl',
  ])
    .argument('<order>', 'id or number of the order')
    .option('--shop <id>', 'shop of the order, if a number is given (default: the only shop)')
    .option('--kind <kind>', `kind of the notice: ${PREVIEW_KINDS.join(', ')}`, 'placed')
    .option('--lang <tag>', "language, such as de (default: the recipient's)")
    .option('--open', 'write the HTML part to a file, and open it in the browser')
    .option('--json', 'print subject and both parts as JSON')
    .action(async (name: string, options: PreviewOptions) => {
      const notice = kindOf(options.kind);
      const mail = await withStore(cli, { ...options }, async (store, _deps, config) => {
        const order = await namedOrder(store, name, options);
        const about = await store.read((rows) => ({
          order,
          checkout: required(rows.get('checkout', order.checkout_id), 'checkout'),
          shop: shopIn(rows, order.shop_id),
        }));
        return makePreviewer(store.view, config.media)({ notice, language: options.lang }, about);
      });
      const { subject, html, text } = mail;
      if (options.json) cli.output.out(JSON.stringify({ subject, html, text }));
      else if (options.open) await showFile(cli, html);
      else cli.output.out(`${subject}\n\n${text.trimEnd()}`);
    });
}

function kindOf(text: string): PreviewKind {
  const kind = PREVIEW_KINDS.find((one) => one === text);
  if (kind) return kind;
  throw new CommandError(`--kind must be one of ${PREVIEW_KINDS.join(', ')}`);
}

/** The path is printed too, for a machine without a browser. */
async function showFile(cli: Cli, html: string): Promise<void> {
  const file = join(mkdtempSync(join(tmpdir(), 'portal-mail-')), 'preview.html');
  writeFileSync(file, html, { mode: 0o600 });
  cli.output.out(file);
  if (!(await openInBrowser(file, cli.env))) cli.output.err('no browser could be started: open the file yourself');
}
