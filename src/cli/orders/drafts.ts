import type { Command } from 'commander';
import { onOneLine } from '../../domain/values/text.js';
import { eachPage } from '../../lists/every-page.js';
import { cancelDraftOrder } from '../../operations/draft/cancel-draft-order.js';
import { createDraftOrder } from '../../operations/draft/create-draft-order.js';
import type { Position } from '../../ports.js';
import { assessmentsOf } from '../../records/assessment.js';
import type { DraftOrder } from '../../schema/draft-order.js';
import { draftOrderView } from '../../view/draft-order-view.js';
import { chooseShop, shopIn } from '../choose-shop.js';
import { type Cli, commandWith } from '../command.js';
import { readJsonAs } from '../json-file.js';
import { withStore } from '../with-store.js';
import { openDesk, type ShopDesk } from './shop-desk.js';

interface DraftOptions {
  readonly shop?: string;
  readonly json?: boolean;
}

function draftsCommandWith(name: string, description: string): Command {
  return commandWith(name, description, ['database', 'publicUrl'])
    .option('--shop <id>', 'shop of the draft (default: the only shop)')
    .option('--json', 'print as JSON');
}

/** Drafts an order for a buyer, who gets a link by mail. */
export function draftCommand(cli: Cli): Command {
  return draftsCommandWith('draft', 'draft an order for a buyer, who gets a mail with a link to pay it')
    .argument('<file>', 'JSON file with line_items, buyer and other members of create_draft_order; - is stdin')
    .action((file: string, options: DraftOptions) => {
      const members = readJsonAs(file, createDraftOrder.input.omit({ shop_id: true }));
      return changeDraft(cli, options, ({ run, shop }) => run(createDraftOrder, { ...members, shop_id: shop.id }));
    });
}

/** Cancels a draft order, so that its link no longer works. */
export function cancelDraftCommand(cli: Cli): Command {
  return draftsCommandWith('cancel-draft', 'cancel a draft order')
    .argument('<draft>', 'id of the draft order')
    .action((draft_id: string, options: DraftOptions) =>
      changeDraft(cli, options, ({ run, shop }) => run(cancelDraftOrder, { shop_id: shop.id, draft_id })),
    );
}

/** Lists the open draft orders of a shop, oldest first. */
export function draftsCommand(cli: Cli): Command {
  return draftsCommandWith('drafts', 'list open draft orders').action((options: DraftOptions) =>
    withStore(cli, { ...options }, async (store, { now }) => {
      const shop_id = await chooseShop(store, options.shop);
      await store.read((rows) => shopIn(rows, shop_id));
      const read = (after: Position | undefined, limit: number) => store.list('drafts', { shop_id }, after, limit);
      for await (const checkouts of eachPage(read)) {
        const drafts = await store.read((rows) => assessmentsOf(rows, checkouts, now));
        for (const draft of drafts) print(cli, options, draftOrderView(draft, store.view.links));
      }
    }),
  );
}

async function changeDraft(
  cli: Cli,
  options: DraftOptions,
  change: (desk: ShopDesk) => Promise<DraftOrder>,
): Promise<void> {
  const draft = await withStore(cli, { ...options }, async (store, by, config) =>
    change(await openDesk(cli, store, by, config, await chooseShop(store, options.shop))),
  );
  print(cli, options, draft);
}

function print({ output }: Cli, { json }: DraftOptions, draft: DraftOrder): void {
  const { id, status, currency, total, buyer_email = '', continue_url } = draft;
  output.out(
    json ? JSON.stringify(draft) : onOneLine([id, status, total, currency, buyer_email, continue_url].join('  ')),
  );
}
