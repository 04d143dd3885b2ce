import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, test } from 'vitest';
import type { Shop } from '../../src/domain/shop/shop.js';
import { type NoticeKind, SHOP_SETTING_KINDS } from '../../src/domain/values/notice-kinds.js';
import { required } from '../../src/domain/values/required.js';
import type { OrderMail, StaffMail } from '../../src/domain/webhook/notices.js';
import { inlineLogo, type Logo } from '../../src/mail/logo.js';
import { renderNotice } from '../../src/mail/render.js';
import { PACKAGE_ROOT } from '../../src/package-root.js';
import { openBrowser } from '../pages/browser.js';
import { buyerNotices, type Notice } from './buyer-notices.js';
import { type MailScene, openMailScene } from './mail-scene.js';
import { grayPng } from './png.js';
import { PAYMENT_NOTICES, SHOP_NOTICES, withFailedRefund, withPaymentProblem } from './staff-notices.js';

/**
 * `npm run screenshots`: captures a mail of every kind as a browser shows it, wide and narrow, light and dark, into a
 * folder that git ignores.
 */

const FOLDER = join(PACKAGE_ROOT, 'screenshots');
const WIDTHS = [600, 320];
const LANGUAGES = (process.env.SCREENSHOT_LANGUAGES ?? 'en,de').split(',');
const LOGO: Logo = { cid: 'logo@mail', type: 'image/png', bytes: grayPng(160, 160), width: 160, height: 160 };

let scene: MailScene;
let shop: Shop;
let notices: readonly Notice[];
beforeAll(async () => {
  mkdirSync(FOLDER, { recursive: true });
  scene = await openMailScene({ mail: undefined });
  notices = await buyerNotices(scene);
  const { shop_id } = scene.portal.demo;
  shop = await scene.portal.app.store.read((rows) => required(rows.get('shop', shop_id), 'shop'));
});
afterAll(() => scene.portal.close());

function htmlOf(kind: NoticeKind, language: string): string {
  const form = { notice: kind, language };
  return inlineLogo(renderNotice(form, payloadOf(kind), shop, scene.portal.app.portal.view, LOGO));
}

/** Returns the content of a kind of notice; those to the staff about an order are made of a buyer's. */
function payloadOf(kind: NoticeKind): OrderMail | StaffMail {
  const to = 'kim@shop.com';
  const notice = SHOP_NOTICES.find((one) => one.kind === kind);
  if (notice) return { to, notice };
  const { payload } = required(notices.find(({ form }) => form.notice === kind) ?? notices[0], 'notice');
  if (kind === 'payment_action' || kind === 'pay_link') return JSON.parse(payload);
  const { order }: OrderMail = JSON.parse(payload);
  if (kind === 'refund_failed') return { to, order: withFailedRefund(order) };
  const problem = PAYMENT_NOTICES.find((one) => one === kind);
  return { to, order: problem ? withPaymentProblem(order, problem) : order };
}

test.each(SHOP_SETTING_KINDS)('mail-%s', async (kind) => {
  const context = await (await openBrowser()).newContext();
  const page = await context.newPage();
  for (const language of LANGUAGES) {
    await page.setContent(htmlOf(kind, language));
    for (const width of WIDTHS) {
      await page.setViewportSize({ width, height: 800 });
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme });
        const name = `mail-${kind}-${width}-${language}-${colorScheme}.png`;
        await page.screenshot({ path: join(FOLDER, name), fullPage: true });
      }
    }
  }
  await context.close();
});
