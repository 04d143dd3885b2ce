import type { Answer } from '../../calls/answer.js';
import type { Context } from '../../calls/context.js';
import { makeEndings } from '../../calls/endings.js';
import type { FailureCount } from '../../calls/services.js';
import type { Config } from '../../config.js';
import type { Shop } from '../../domain/shop/shop.js';
import { ROLES } from '../../domain/tenant/roles.js';
import { makePreviewer } from '../../mail/preview.js';
import type { Author } from '../../records/audit.js';
import { makeLinks } from '../../view/links.js';
import { shopIn } from '../choose-shop.js';
import type { Cli } from '../command.js';
import { commandGateway } from '../command-gateway.js';
import type { CommandStore } from '../command-store.js';
import { linkUrl } from '../serving-file.js';

type DeskContext = Context<'view' | 'payments' | 'lists' | 'carts' | 'mail'>;

/** An operation on orders, such as `holdOrder`. */
interface OrderOperation<Data> {
  readonly run: (context: DeskContext, args: unknown) => Promise<Answer<{ data: Data }, never>>;
}

/** Access of a command to the orders of one shop. */
export interface ShopDesk {
  readonly shop: Shop;
  /**
   * Runs an operation as the owner of the shop.
   * @throws PortalError of the operation
   */
  run<Data>(operation: OrderOperation<Data>, args: object): Promise<Data>;
}

/** @throws CommandError when there is no such shop */
export async function openDesk(
  cli: Cli,
  store: CommandStore,
  by: Author,
  config: Config,
  shopId: string,
): Promise<ShopDesk> {
  const shop = await store.read((rows) => shopIn(rows, shopId));
  const handlers = store.paymentHandlers();
  const services = {
    view: {
      links: makeLinks(() => linkUrl(config), store.secret('links')),
      handlers: handlers.map(({ description }) => description),
      language: undefined,
    },
    payments: commandGateway(cli, store, handlers),
    lists: { page: store.list.bind(store), cursorSecret: store.secret('cursors') },
    carts: { buyerSecret: store.secret('buyers'), codeFailures: UNLIMITED },
    mail: {
      secret: config.mailServer && store.secret('mail'),
      preview: makePreviewer(store.view, config.media),
    },
  };
  const context = makeContext(store, by, shop, services);
  return { shop, run: async (operation, args) => (await operation.run(context, args)).body.data };
}

/** The operator may try any number of discount codes. */
const UNLIMITED: FailureCount = {
  assertBelow: async () => undefined,
  counted: (attempt) => attempt(),
  async countedUpTo(_most, attempt) {
    await attempt();
  },
};

function makeContext(
  store: CommandStore,
  { actor, now, ids }: Author,
  { id: shop_id, organization_id }: Shop,
  services: DeskContext['services'],
): DeskContext {
  const step: DeskContext['step'] = (decide) => store.update(decide, organization_id);
  return {
    caller: {
      id: actor,
      scopes: new Set(ROLES.owner),
      organization_id,
      deployment: null,
      buyer_id: null,
      shop_id,
    },
    now,
    ids,
    call: { dryRun: false, byAgent: false, repeatable: undefined },
    services,
    read: (look) => store.read(look),
    step,
    ...makeEndings(step),
    expectVersion: () => undefined,
  };
}
