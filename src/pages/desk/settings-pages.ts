import type { Response } from 'express';
import type { AnyAnswer } from '../../calls/answer.js';
import { etagOf } from '../../calls/etag.js';
import { detailIn } from '../../calls/visible-error.js';
import { notFoundError, PortalError } from '../../domain/errors/portal-error.js';
import { memo } from '../../domain/values/memo.js';
import { getShopSettings } from '../../operations/shop/get-shop-settings.js';
import { updateShopSettings } from '../../operations/shop/update-shop-settings.js';
import { answeredWith } from '../answered.js';
import { type Form, readEntry } from '../checkout/form.js';
import { type Html, html } from '../html.js';
import { toldPart } from '../problems.js';
import { queryOf } from '../query.js';
import { readForm } from '../read-form.js';
import { hasFormToken } from '../sign-in/form-token.js';
import { signInPath } from '../sign-in/return-path.js';
import type { InShop } from './bulk-pages.js';
import { sendDeskPage } from './desk-page.js';
import { formStart } from './form-start.js';
import type { OrderProblem } from './order-page.js';
import { type FormContext, memberField } from './schema-form/fields.js';
import { type FormMember, membersOf } from './schema-form/members.js';
import { readMembers } from './schema-form/read-members.js';
import type { PageRoutes } from './section-routes.js';
import type { ShopVisit } from './shop-visit.js';

/** Sections of the settings, with their members. Members that no section names are in `more`. */
const SECTIONS = {
  general: ['currency', 'country', 'language', 'time_zone', 'links', 'terms_required', 'max_quantity'],
  look: ['brand', 'invoice'],
  taxes: ['tax', 'fees'],
  delivery: ['shipping', 'pickup', 'address_check'],
  payments: ['payment_handlers', 'payment_capture', 'review_limit'],
  mail: ['mail'],
  more: [],
} as const satisfies Readonly<Record<string, readonly string[]>>;
type Section = keyof typeof SECTIONS;

const SECTION_NAMES = Object.keys(SECTIONS).filter(isSection);
const AMOUNTS = new Set(['review_limit']);
/** Sections that change how the pages of buyers look. */
const PREVIEWED: ReadonlySet<Section> = new Set(['general', 'look']);

export type Settings = Readonly<Record<string, unknown>>;

interface ShownSettings {
  readonly settings: Settings;
  readonly version: number;
}

/** Adds the pages about the shop's settings, a form for each section. */
export function addSettingsPages(router: PageRoutes, inShop: InShop): void {
  router.get('/desk/:shop_id/settings', (request, response) =>
    inShop(request, response, async (visit) => {
      visit.assertMay('shops');
      response.redirect(303, `${visit.root}/desk/${visit.shopId}/settings/general`);
    }),
  );
  router.get('/desk/:shop_id/settings/:section', (request, response) =>
    inShop(request, response, async (visit) => {
      const section = sectionNamed(String(request.params.section));
      const isStale = queryOf(request).has('conflict');
      await sendSettings(visit, section, response, isStale ? { status: 409, problem: staleProblem(visit) } : undefined);
    }),
  );
  router.post('/desk/:shop_id/settings/:section', (request, response) =>
    inShop(request, response, async (visit) => {
      const section = sectionNamed(String(request.params.section));
      await saveSettings(visit, section, await readForm(request, response), response);
    }),
  );
}

function isSection(name: string): name is Section {
  return Object.hasOwn(SECTIONS, name);
}

/** @throws PortalError `not_found` */
export function sectionNamed(name: string): Section {
  if (!isSection(name)) throw notFoundError('not_found');
  return name;
}

/** Lists the members of a section as its form shows them. */
export const membersIn = memo(SECTION_NAMES.length, (section: Section): readonly FormMember[] => {
  const all = membersOf(updateShopSettings).filter(({ name }) => name !== 'shop_id');
  const named = new Set<string>(Object.values(SECTIONS).flat());
  const own = new Set<string>(SECTIONS[section]);
  return all.filter(({ name }) => (section === 'more' ? !named.has(name) : own.has(name)));
});

function contextOf({ locale, face }: ShopVisit, typed?: Form): FormContext {
  const { currency, time_zone: timeZone } = face.shop.settings;
  return { labels: locale.texts.desk_work.settings_members, currency, amounts: AMOUNTS, timeZone, typed };
}

function staleProblem({ locale }: ShopVisit): OrderProblem {
  const { settings } = locale.texts.desk_work;
  return { title: settings.conflict, text: settings.conflict_text };
}

/** @throws PortalError `forbidden` */
export async function readSettings({ call, shopId }: ShopVisit): Promise<ShownSettings> {
  const answer: AnyAnswer = await call(getShopSettings, { shop_id: shopId });
  if (answer.version === undefined) throw new Error('the answer has no version');
  return { settings: answeredWith<Settings>(answer, 'payment_handlers'), version: answer.version };
}

interface Problem {
  readonly status: number;
  readonly problem: OrderProblem;
  /** Entries that the page keeps. */
  readonly typed?: Form;
}

async function sendSettings(visit: ShopVisit, section: Section, response: Response, told?: Problem): Promise<void> {
  const { settings, version } = await readSettings(visit);
  const { desk_work, desk_shop } = visit.locale.texts;
  const { preview } = desk_shop;
  const isPreviewed = PREVIEWED.has(section);
  const context = contextOf(visit, told?.typed);
  const title = desk_work.settings[section];
  const body = html`${toldPart(told?.problem)}
<h1>${title}</h1>
${sectionsPart(visit, section)}
<form method="post" action="${section}" class="narrow">${formStart(visit, version)}
${membersIn(section).map((member) => memberField(member, settings[member.name], context))}
<p class="buttons"><button class="primary">${desk_work.save}</button>${isPreviewed && html`<button class="quiet" formaction="../preview/${section}" formtarget="preview">${preview.show}</button>`}</p></form>
${isPreviewed && html`<section aria-labelledby="preview"><h2 id="preview">${preview.title}</h2><iframe name="preview" src="../preview" title="${preview.title}" class="preview"></iframe></section>`}`;
  sendDeskPage(response, told?.status ?? 200, visit, { title, section: 'settings', body, hasFrame: isPreviewed });
}

function sectionsPart({ locale }: ShopVisit, section: Section): Html {
  const { desk_work, desk_shop } = locale.texts;
  const { settings } = desk_work;
  return html`<ul class="filters" aria-label="${settings.title}">${SECTION_NAMES.map(
    (one) => html`<li><a href="${one}"${one === section && html` aria-current="true"`}>${settings[one]}</a></li>`,
  )}<li><a href="../payments">${desk_shop.payments.title}</a></li></ul>`;
}

/**
 * Returns the settings with the members of one section as its form has them.
 * @throws PortalError `invalid_request`
 */
export function withSection(visit: ShopVisit, section: Section, settings: Settings, form: Form): Settings {
  const members = membersIn(section);
  const own = new Set(members.map(({ name }) => name));
  const others = Object.fromEntries(Object.entries(settings).filter(([name]) => !own.has(name)));
  return { ...others, ...readMembers(form, members, contextOf(visit)) };
}

/** True if the settings offer a way to pay that buyers do not see yet. It may send money elsewhere. */
function offersMore(before: Settings, after: Settings): boolean {
  const [offered, wanted] = [before, after].map(({ payment_handlers: ids }) => (Array.isArray(ids) ? ids : []));
  return wanted?.some((id) => !offered?.includes(id)) ?? false;
}

/**
 * Replaces the members of one section. All others stay, and the settings must have the version that the person saw.
 * Another way to pay needs a recent sign-in, as on the page about payment providers.
 */
async function saveSettings(visit: ShopVisit, section: Section, form: Form, response: Response): Promise<void> {
  const { desk } = visit.locale.texts;
  const show = (status: number, title: string, text = '') =>
    sendSettings(visit, section, response, { status, problem: { title, text }, typed: form });
  const { settings } = await readSettings(visit);
  if (!hasFormToken(form, visit.token)) return show(403, desk.form_outdated);
  const path = `desk/${visit.shopId}/settings/${section}`;
  const here = `${visit.root}/${path}`;
  try {
    const args = { shop_id: visit.shopId, ...withSection(visit, section, settings, form) };
    if (!visit.isRecent && offersMore(settings, args))
      return response.redirect(303, `${visit.root}/${signInPath({ returnTo: path, isConfirming: true })}`);
    await visit.call(updateShopSettings, args, {
      ifMatch: etagOf(Number(readEntry(form, 'version'))),
      idempotencyKey: readEntry(form, 'request'),
    });
    response.redirect(303, here);
  } catch (error) {
    if (!(error instanceof PortalError) || error.status >= 500 || error.code === 'forbidden') throw error;
    if (error.code === 'version_conflict') response.redirect(303, `${here}?conflict`);
    else await show(error.status, desk.failed, detailIn(error, visit.locale.tag));
  }
  return undefined;
}
