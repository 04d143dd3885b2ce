import { replaceRegionName } from '../values/address.js';
import { COUNTRY_CODES } from '../values/countries.js';
import { regionCode } from '../values/regions.js';
import type { ShopSettings, Zone } from './shop.js';

type Places = Pick<ShopSettings, 'country' | 'tax' | 'shipping' | 'pickup'>;

/**
 * Replaces known region names in settings with their codes, so that they can be compared with addresses
 * (docs/catalog.md, Shops).
 */
export function replaceRegionNames<Settings extends Places>(settings: Settings): Settings {
  const { country, tax, shipping, pickup } = settings;
  return {
    ...settings,
    tax: { ...tax, rates: tax.rates.map((rate) => (rate.region === undefined ? rate : withCode(rate, rate.region))) },
    shipping: shipping.map((rate) => (rate.zone.regions ? { ...rate, zone: zoneWithCodes(rate.zone, country) } : rate)),
    pickup: pickup.map((location) => ({ ...location, address: replaceRegionName(location.address) })),
  };
}

function withCode<Rate extends { readonly country: string }>(rate: Rate, region: string): Rate {
  return { ...rate, region: regionCode(rate.country, region) ?? region };
}

/** Replaces the region names of a zone with codes. Several names of the same region become one code. */
function zoneWithCodes(zone: Zone, home: string): Zone {
  const regions = zone.regions?.map((region) => codeIn(zone.countries ?? [home], region) ?? region);
  return { ...zone, ...(regions && { regions: [...new Set(regions)] }) };
}

function codeIn(countries: readonly string[], region: string): string | undefined {
  return (
    countries.map((country) => regionCode(country, region)).find((code) => code !== undefined) ?? elsewhere(region)
  );
}

/**
 * Finds a region in all countries, since a zone without countries may name regions of any country. Returns a code only
 * if all matching regions have the same one.
 */
function elsewhere(region: string): string | undefined {
  const codes = new Set([...COUNTRY_CODES].flatMap((country) => regionCode(country, region) ?? []));
  const [only] = codes;
  return codes.size === 1 ? only : undefined;
}

/**
 * Returns the regions that a shop's tax rates and shipping zones name for a country, in the settings' spelling. Empty
 * if prices in that country do not depend on the region.
 */
export function regionsThatMatter(
  { tax, shipping }: Pick<ShopSettings, 'tax' | 'shipping'>,
  country: string,
): string[] {
  const taxed = tax.rates.flatMap((rate) => (rate.country === country && rate.region !== undefined ? rate.region : []));
  const zoned = shipping.flatMap(({ zone }) => {
    if (zone.countries) return zone.countries.includes(country) ? (zone.regions ?? []) : [];
    return (zone.regions ?? []).filter((region) => regionCode(country, region) !== undefined);
  });
  return [...new Set([...taxed, ...zoned])];
}
