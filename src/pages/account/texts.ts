import { dateText } from '../../texts/dates.js';
import type { AccountVisit } from './account-visit.js';

export type AccountPlace = Pick<AccountVisit, 'locale' | 'shop'>;

/** Returns the day of an instant, given in ISO 8601, in the time zone of the shop. */
export function dayText(time: string, { locale, shop }: AccountPlace): string {
  return dateText(time, 'day', locale.tag, shop.settings.time_zone);
}
