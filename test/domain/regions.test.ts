import { describe, expect, test } from 'vitest';
import { regionsThatMatter, replaceRegionNames } from '../../src/domain/shop/region-codes.js';
import { DEFAULT_SETTINGS } from '../../src/domain/shop/shop.js';
import { countryCode } from '../../src/domain/values/country-names.js';
import { nearest } from '../../src/domain/values/nearest.js';
import { regionCode } from '../../src/domain/values/regions.js';
import { rate } from './fixtures.js';

describe('the code of a region', () => {
  test.each([
    ['US', 'WA', 'WA'],
    ['US', 'wa', 'WA'],
    ['US', 'Washington', 'WA'],
    ['US', 'washington ', 'WA'],
    ['US', 'US-WA', 'WA'],
    ['US', 'Washington State', 'WA'],
    ['US', 'State of New York', 'NY'],
    ['US', 'Washington, D.C.', 'DC'],
    ['US', 'District of Columbia', 'DC'],
    ['CA', 'Québec', 'QC'],
    ['CA', 'quebec', 'QC'],
    ['CA', 'Newfoundland & Labrador', 'NL'],
    ['CA', 'Newfoundland and Labrador', 'NL'],
    ['AU', 'New South Wales', 'NSW'],
    ['AU', 'WA', 'WA'],
    ['DE', 'Bayern', 'BY'],
    ['DE', 'Bavaria', 'BY'],
    ['DE', 'Freistaat Bayern', 'BY'],
    ['DE', 'Baden-Württemberg', 'BW'],
    ['DE', 'Baden Wurttemberg', 'BW'],
    ['DE', 'baden-wuerttemberg', 'BW'],
    ['US', 'AE', 'AE'],
    ['US', 'Armed Forces Pacific', 'AP'],
    ['AT', 'Wien', '9'],
    ['CH', 'Zürich', 'ZH'],
    ['FR', 'Île-de-France', 'IDF'],
    ['ES', 'Cataluña', 'CT'],
    ['ES', 'Comunidad de Madrid', 'MD'],
    ['ES', 'Madrid', 'MD'],
    ['CH', 'Genf', 'GE'],
    ['BE', 'Bruxelles', 'BRU'],
    ['IT', 'Bozen', 'BZ'],
    ['ES', 'Catalunya', 'CT'],
    ['ES', 'Catalonia', 'CT'],
    ['IT', 'Toscana', '52'],
    ['IT', 'Tuscany', '52'],
    ['NL', 'Noord-Holland', 'NH'],
    ['NL', 'North Holland', 'NH'],
    ['GB', 'Scotland', 'SCT'],
    ['US', 'Ontario', undefined],
    ['US', '', undefined],
    ['ZZ', 'WA', undefined],
    ['.*', 'WA', undefined],
  ])('%s %j', (country, text, code) => {
    expect(regionCode(country, text)).toBe(code);
  });
});

test.each([
  ['us', 'US'],
  ['USA', 'US'],
  ['U.S.', 'US'],
  ['U.S.A.', 'US'],
  ['United States', 'US'],
  ['united states of america', 'US'],
  ['UK', 'GB'],
  ['England', 'GB'],
  ['Deutschland', 'DE'],
  ['DEU', 'DE'],
  ['Germany', 'DE'],
  ['Pays-Bas', 'NL'],
  ['España', 'ES'],
  ['Espana', 'ES'],
  ['Wakanda', undefined],
  ['ZZ', undefined],
  ['', undefined],
])('finds the code of the country %j', (text, code) => {
  expect(countryCode(text)).toBe(code);
});

describe('settings', () => {
  const tax = (region: string) => ({
    included: false,
    on_shipping: false,
    rates: [{ country: 'US', region, rate_ppm: 101_000 }],
  });
  const zoned = (zone: object) => replaceRegionNames({ ...DEFAULT_SETTINGS, shipping: [rate('near', { zone })] });

  test('replace known regions with codes, and keep others unchanged', () => {
    expect(replaceRegionNames({ ...DEFAULT_SETTINGS, tax: tax('Washington') }).tax.rates[0]?.region).toBe('WA');
    expect(replaceRegionNames({ ...DEFAULT_SETTINGS, tax: tax('Up North') }).tax.rates[0]?.region).toBe('Up North');
  });

  test.each([
    [{ countries: ['US'], regions: ['Washington', 'US-OR'] }, ['WA', 'OR']],
    [{ countries: ['US', 'AU'], regions: ['Washington', 'Western Australia'] }, ['WA']],
    [{ regions: ['Oregon', 'Bayern'] }, ['OR', 'BY']],
    [{ countries: ['DE'], regions: ['Oregon'] }, ['OR']],
  ])('replace the regions of the zone %j', (zone, regions) => {
    expect(zoned(zone).shipping[0]?.zone.regions).toEqual(regions);
  });

  test('list the regions of a country that matter for tax or shipping', () => {
    const settings = { ...DEFAULT_SETTINGS, tax: tax('WA'), shipping: [rate('near', { zone: { regions: ['BY'] } })] };
    expect(regionsThatMatter(settings, 'US')).toEqual(['WA']);
    expect(regionsThatMatter(settings, 'DE')).toEqual(['BY']);
    expect(regionsThatMatter(settings, 'FR')).toEqual([]);
  });
});

test.each([
  ['adress', ['address', 'addresses'], 'address'],
  ['Enamel Mug', ['enamel-mug', 'mug'], 'enamel-mug'],
  ['expres', ['standard', 'express'], 'express'],
  ['xyz', ['standard', 'express'], undefined],
  ['abcd', ['abce', 'xyz'], 'abce'],
  ['abc', ['abd', 'xyz'], undefined],
  ['M', ['S', 'L'], undefined],
  ['', ['a'], undefined],
])('finds the candidate nearest to %j', (text, candidates, found) => {
  expect(nearest(text, candidates)).toBe(found);
});
