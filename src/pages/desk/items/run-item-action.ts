import type { Response } from 'express';
import type { Operation } from '../../../calls/define.js';
import { etagOf } from '../../../calls/etag.js';
import { detailIn } from '../../../calls/visible-error.js';
import { notFoundError, PortalError } from '../../../domain/errors/portal-error.js';
import { moveStock } from '../../../operations/shop/move-stock.js';
import { patchItem } from '../../../operations/shop/patch-item.js';
import { putItem } from '../../../operations/shop/put-item.js';
import type { Store } from '../../../ports.js';
import type { ShopItemAnswer } from '../../../schema/shop-item.js';
import { type Form, readEntry, readFilledFields } from '../../checkout/form.js';
import { html } from '../../html.js';
import { toldPart } from '../../problems.js';
import { hasFormToken } from '../../sign-in/form-token.js';
import { sendDeskPage } from '../desk-page.js';
import { readMembers } from '../schema-form/read-members.js';
import type { ShopVisit } from '../shop-visit.js';
import { itemContext, itemMembers, newItemPage } from './item-form.js';
import { itemUrl } from './item-links.js';
import { itemPage, readItem } from './item-page.js';

interface ItemAction {
  readonly operation: Operation;
  /** @throws PortalError `invalid_request` */
  readArgs(form: Form, visit: ShopVisit, item: ShopItemAnswer): Readonly<Record<string, unknown>>;
}

/** Forms of an item's page, by the last part of their URL. */
export const ITEM_ACTIONS = {
  details: {
    operation: patchItem,
    readArgs: (form, visit) => readMembers(form, itemMembers(false), itemContext(visit)),
  },
  pictures: {
    operation: patchItem,
    readArgs: (form, _visit, { images }) => ({ images: changePictures(form, images) }),
  },
  stock: { operation: moveStock, readArgs: readStock },
} as const satisfies Readonly<Record<string, ItemAction>>;

type Images = ShopItemAnswer['images'];

/** Moves, removes or adds a picture. */
function changePictures(form: Form, images: Images): Images {
  const { up, down, remove } = form;
  if (up !== undefined) return swapPictures(images, Number(up) - 1);
  if (down !== undefined) return swapPictures(images, Number(down));
  if (remove !== undefined) return images.filter((_image, index) => index !== Number(remove));
  const alt = readEntry(form, 'alt') ?? '';
  return [...images, { url: readEntry(form, 'url') ?? '', alt: alt === '' ? null : alt }];
}

/** Swaps the picture at this index with the next one. */
function swapPictures(images: Images, index: number): Images {
  const [one, next] = images.slice(Math.max(0, index), index + 2);
  if (!one || !next) return images;
  return [...images.slice(0, index), next, one, ...images.slice(index + 2)];
}

/** Reads a movement of stock, or a counted number, for which an empty field ends the counting. */
function readStock(form: Form): Readonly<Record<string, unknown>> {
  const to = readEntry(form, 'to');
  if (to === undefined) return { by: Number(readEntry(form, 'by')), ...readFilledFields(form, ['reason']) };
  const expected = readEntry(form, 'expected') ?? '';
  return { to: to === '' ? null : Number(to), expected: expected === '' ? null : Number(expected) };
}

interface Sent {
  readonly itemId: string;
  readonly action: string;
  readonly form: Form;
}

/**
 * Runs a form of an item's page, and leads back to the page. The item must still have the version that the person saw.
 * @throws PortalError `not_found` for an unknown action; `forbidden`, `shop_item_not_found`
 */
export async function runItemAction(
  deps: { readonly store: Pick<Store, 'read' | 'list'> },
  visit: ShopVisit,
  { itemId, action, form }: Sent,
  response: Response,
): Promise<void> {
  if (!isItemAction(action)) throw notFoundError('not_found');
  const { operation, readArgs }: ItemAction = ITEM_ACTIONS[action];
  const { desk } = visit.locale.texts;
  const here = itemUrl(visit, itemId);
  const shown = await readItem(visit, itemId);
  const show = async (status: number, title: string, text: string) => {
    const now = { ...(await readItem(visit, itemId)), rejected: { action, form } };
    const body = await itemPage(deps, visit, now, { title, text });
    sendDeskPage(response, status, visit, { title: shown.item.title, section: 'items', body });
  };
  if (!hasFormToken(form, visit.token)) return show(403, desk.form_outdated, '');
  try {
    const args = { shop_id: visit.shopId, item_id: itemId, ...readArgs(form, visit, shown.item) };
    const version = readEntry(form, 'version');
    const ifMatch = version === undefined ? undefined : etagOf(Number(version));
    await visit.call(operation, args, { ifMatch, idempotencyKey: readEntry(form, 'request') });
    response.redirect(303, here);
  } catch (error) {
    if (!(error instanceof PortalError) || error.status >= 500) throw error;
    if (error.code === 'version_conflict') response.redirect(303, `${here}?conflict`);
    else await show(error.status, desk.failed, detailIn(error, visit.locale.tag));
  }
  return undefined;
}

function isItemAction(name: string): name is keyof typeof ITEM_ACTIONS {
  return Object.hasOwn(ITEM_ACTIONS, name);
}

/** Creates an item, and leads to its page. An id that is taken is rejected, so that no item is replaced. */
export async function createItem(visit: ShopVisit, form: Form, response: Response): Promise<void> {
  const { desk, desk_work } = visit.locale.texts;
  const show = (status: number, title: string, text = '') => {
    const body = html`${toldPart({ title, text })}${newItemPage(visit, form)}`;
    sendDeskPage(response, status, visit, { title: desk_work.items.add, section: 'items', body });
  };
  if (!hasFormToken(form, visit.token)) return show(403, desk.form_outdated);
  const item_id = readEntry(form, 'item_id') ?? '';
  try {
    if (await hasItem(visit, item_id)) return show(409, desk_work.items.exists);
    const members = readMembers(form, itemMembers(true), itemContext(visit));
    await visit.call(
      putItem,
      { shop_id: visit.shopId, item_id, ...members },
      { idempotencyKey: readEntry(form, 'request') },
    );
    response.redirect(303, itemUrl(visit, item_id));
  } catch (error) {
    if (!(error instanceof PortalError) || error.status >= 500 || error.code === 'forbidden') throw error;
    show(error.status, desk.failed, detailIn(error, visit.locale.tag));
  }
  return undefined;
}

async function hasItem(visit: ShopVisit, itemId: string): Promise<boolean> {
  try {
    await readItem(visit, itemId);
    return true;
  } catch (error) {
    if (error instanceof PortalError && error.code === 'shop_item_not_found') return false;
    throw error;
  }
}
