import { setImmediate } from 'node:timers/promises';
import type { AnswerSearch } from '../../calls/answer-search.js';
import { eraserSecrets } from '../../calls/eraser-secrets.js';
import { mapInSlices, Slices } from '../../calls/slices.js';
import { eachPage } from '../../lists/every-page.js';
import { collectPersonalData } from '../../operations/privacy/collect-personal-data.js';
import { erasePerson } from '../../operations/privacy/erase.js';
import { buildRevocation } from '../../operations/tenancy/key-writes.js';
import type { Position, Store } from '../../ports.js';
import { readSpentByKey } from '../../records/spending.js';
import type { ApiKeyAnswer } from '../../schema/api-key.js';
import type { ErasureReport, PersonalData } from '../../schema/privacy.js';
import { forgetPerson } from '../../sign-in/sessions.js';
import type { ViewSettings } from '../../view/checkout-view.js';
import { isoTime } from '../../view/format.js';
import { keyView } from '../../view/key-view.js';
import { type AccountVisit, type AccountVisitDeps, changeAs } from './account-visit.js';
import { ownGrantsFilter } from './own-grants.js';

export interface OwnDataDeps extends AccountVisitDeps {
  readonly store: AccountVisitDeps['store'] & Pick<Store, 'forget'>;
  readonly view: Omit<ViewSettings, 'language'>;
  readonly answers: AnswerSearch;
}

/** All data of a person that the merchant has, with orders as buyers see them. */
export interface OwnData extends PersonalData {
  readonly email: string;
  /** Grants, with the names of the assistants. */
  readonly assistants: readonly ApiKeyAnswer[];
  /** Passkeys of the person, at all merchants. */
  readonly passkeys: readonly { readonly name: string; readonly created_at: string }[];
}

/** Collects the person's data in the organization of the shop. The result may be large. */
export async function exportOwnData(deps: OwnDataDeps, visit: AccountVisit): Promise<OwnData> {
  const { store, view } = deps;
  const { person, shop, locale, now } = visit;
  const slices = new Slices(setImmediate);
  const settings = { ...view, language: locale.tag, isForBuyer: true } as const;
  const data = await collectPersonalData(store, settings, shop.organization_id, person, slices);
  const assistants: ApiKeyAnswer[] = [];
  for await (const keys of grantPages(deps, visit)) {
    const spent = await store.read((rows) => readSpentByKey(rows, keys, now));
    assistants.push(...(await mapInSlices(keys, slices, (key) => keyView(key, now, spent.get(key.id)))));
  }
  const known = await store.read((rows) => rows.find('passkeysOf', person.id));
  const passkeys = known.map(({ name, created_at }) => ({ name, created_at: isoTime(created_at) }));
  return { email: person.email, assistants, passkeys, ...data };
}

/**
 * Ends the person's grants in the organization of the shop, erases the person from its carts and orders, and ends the
 * person's sessions. Orders that the merchant must retain keep their buyer.
 */
export async function eraseOwnData(deps: OwnDataDeps, visit: AccountVisit): Promise<ErasureReport> {
  const { store, ids, clock, answers } = deps;
  const { person, shop } = visit;
  for await (const keys of grantPages(deps, visit))
    await changeAs(deps, visit, (rows, by) => keys.flatMap(({ id }) => buildRevocation(rows, by, id).writes));
  const by = {
    ...{ ids, actor: person.id, now: clock.now(), answers },
    step: store.update.bind(store),
    list: store.list.bind(store),
    // The address and the passkeys must go before the files are cleared of what was removed.
    forget: async () => {
      await forgetPerson(deps, person);
      await store.forget();
    },
    secrets: eraserSecrets(store),
  };
  return erasePerson(by, shop.organization_id, person.email);
}

function grantPages({ store }: OwnDataDeps, visit: AccountVisit) {
  const filter = ownGrantsFilter(visit);
  return eachPage((after: Position | undefined, limit: number) => store.list('person_grants', filter, after, limit));
}
