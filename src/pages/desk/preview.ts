import type { Response } from 'express';
import { PortalError } from '../../domain/errors/portal-error.js';
import { faceOf } from '../../domain/shop/face.js';
import type { ShopSettings } from '../../domain/shop/shop.js';
import { displayAmount } from '../../domain/values/display.js';
import { listShopItems } from '../../operations/shop/list-shop-items.js';
import { updateShopSettings } from '../../operations/shop/update-shop-settings.js';
import { shopSettings } from '../../schema/shop.js';
import type { ShopItemAnswer } from '../../schema/shop-item.js';
import { findLocale } from '../../texts/locale.js';
import { pageOf } from '../answered.js';
import { type Html, html } from '../html.js';
import { problemPart } from '../problems.js';
import { readForm } from '../read-form.js';
import { sendPage, shopPage } from '../shop/shop-page.js';
import { hasFormToken } from '../sign-in/form-token.js';
import type { InShop } from './bulk-pages.js';
import type { PageRoutes } from './section-routes.js';
import { readSettings, type Settings, sectionNamed, withSection } from './settings-pages.js';
import type { ShopVisit } from './shop-visit.js';

/** Items that the preview shows. */
const ITEMS = 3;

/**
 * Adds the preview of a buyer's page that the settings show in a frame: as it is saved, or with the entries of a form
 * that is not saved yet.
 */
export function addPreviewPages(router: PageRoutes, inShop: InShop): void {
  router.get('/desk/:shop_id/preview', (request, response) =>
    inShop(request, response, async (visit) => {
      visit.assertMay(updateShopSettings.scope);
      await sendPreview(visit, visit.face.shop.settings, response);
    }),
  );
  router.post('/desk/:shop_id/preview/:section', (request, response) =>
    inShop(request, response, async (visit) => {
      visit.assertMay(updateShopSettings.scope);
      const section = sectionNamed(String(request.params.section));
      const form = await readForm(request, response);
      if (!hasFormToken(form, visit.token))
        return sendNothing(visit, 403, visit.locale.texts.desk.form_outdated, response);
      const changed = await readUnsaved(visit, (settings) => withSection(visit, section, settings, form));
      if (typeof changed === 'string') return sendNothing(visit, 400, changed, response);
      return sendPreview(visit, changed, response);
    }),
  );
}

/** Returns the settings with the entries of a form, or what is not valid in them. */
async function readUnsaved(visit: ShopVisit, change: (settings: Settings) => Settings): Promise<ShopSettings | string> {
  const { settings } = await readSettings(visit);
  try {
    const { data, error } = shopSettings.safeParse(change(settings));
    const [issue] = error?.issues ?? [];
    return data ?? `${issue?.path.join('.')}: ${issue?.message}`;
  } catch (error) {
    if (error instanceof PortalError && error.status < 500) return error.detail;
    throw error;
  }
}

async function sendPreview(visit: ShopVisit, settings: ShopSettings, response: Response): Promise<void> {
  const { face: saved, shopId } = visit;
  const face = faceOf({ ...saved.shop, settings });
  const locale = findLocale(undefined, settings.language);
  const { checkout, payment } = locale.texts;
  const items = visit.may(listShopItems.scope) ? await readItems(visit, shopId) : [];
  const total = items.reduce((sum, { price }) => sum + price, 0);
  const money = (amount: number) => displayAmount(amount, settings.currency, locale.tag);
  const body = html`<h1>${checkout.summary}</h1>
<ul class="lines">${items.map((item) => itemPart(item, money(item.price)))}</ul>
<p><button type="button" class="primary">${payment.pay(money(total))}</button></p>
<p class="hint">${payment.secure}</p>`;
  const shown = { locale, face, place: placeOf(visit) };
  const page = { title: checkout.title, body, links: settings.links, isPreview: true };
  sendPage(response, 200, shopPage(shown, page));
}

async function readItems({ call }: ShopVisit, shop_id: string): Promise<readonly ShopItemAnswer[]> {
  const { rows } = pageOf<ShopItemAnswer>(await call(listShopItems, { shop_id, limit: ITEMS }), 'fulfillment_types');
  return rows;
}

function itemPart({ title, images }: ShopItemAnswer, price: string): Html {
  const [picture] = images;
  return html`<li>${picture && html`<img src="${picture.url}" alt="" width="64" height="64">`}<div class="what"><strong>${title}</strong></div><div class="price"><span>${price}</span></div></li>`;
}

/** Sends why there is no preview, in the frame. */
function sendNothing(visit: ShopVisit, status: 400 | 403, problem: string, response: Response): void {
  const { locale, face } = visit;
  const title = locale.texts.desk_shop.preview.title;
  const page = { title, body: problemPart(problem), isPreview: true };
  sendPage(response, status, shopPage({ locale, face, place: placeOf(visit) }, page));
}

const placeOf = ({ root }: ShopVisit) => ({ root, self: '' });
