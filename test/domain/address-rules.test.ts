import { describe, expect, test } from 'vitest';
import { addressFaults } from '../../src/domain/values/address-rules.js';
import { regionCode } from '../../src/domain/values/regions.js';

type Place = readonly [country: string, street: string, city: string, region: string, code: string];

/** Addresses published by postal operators and public bodies, as their own or as examples. "" is an omitted part. */
const PUBLISHED: readonly Place[] = [
  ['AE', 'Sheikh Mohammed bin Rashid Boulevard 1', 'Dubai', 'Dubai', ''],
  ['AU', '200 Broadway Av', 'West Beach', 'SA', '5024'],
  ['AT', 'Ballhausplatz 2', 'Wien', '', '1010'],
  ['BE', 'Rue de la Loi 16', 'Bruxelles', '', '1000'],
  ['BR', 'Rua Visconde de Porto Seguro 1238', 'São Paulo', 'SP', '04642-000'],
  ['CA', '111 Wellington Street', 'Ottawa', 'ON', 'K1A 0A9'],
  ['CH', 'Bundesplatz 3', 'Bern', '', '3005'],
  ['CN', '复兴门内大街 2', '西城区', '北京市', '100031'],
  ['DE', 'Platz der Republik 1', 'Berlin', '', '11011'],
  ['ES', 'Calle Bailén 3', 'Madrid', 'Madrid', '28071'],
  ['FR', '55 Rue du Faubourg Saint-Honoré', 'Paris', '', '75008'],
  ['GB', '10 Downing Street', 'London', '', 'SW1A 2AA'],
  ['HK', '98 Granville Road', 'Tsim Sha Tsui', 'Kowloon', ''],
  ['IE', 'Leinster House, Kildare Street', 'Dublin 2', 'Dublin', 'D02 XR20'],
  ['IN', 'Dak Bhawan, Sansad Marg', 'New Delhi', 'Delhi', '110001'],
  ['IT', 'Piazza del Quirinale 1', 'Roma', 'RM', '00187'],
  ['JP', '千代田区永田町 2-3-1', '', '東京都', '100-0014'],
  ['MX', 'Plaza de la Constitución 1', 'Ciudad de México', 'CMX', '06066'],
  ['NL', 'Binnenhof 1A', "'s-Gravenhage", '', '2513 AA'],
  ['PL', 'ul. Wiejska 4', 'Warszawa', '', '00-902'],
  ['SE', 'Riksgatan 1', 'Stockholm', '', '100 12'],
  ['SG', '1 Parliament Place', '', '', '178880'],
  ['US', '1600 Pennsylvania Ave NW', 'Washington', 'DC', '20500'],
  ['ZA', '120 Plein Street', 'Cape Town', '', '8001'],
];

function faultsOf([country, street_address, address_locality, address_region, postal_code]: Place): string[] {
  const filled = Object.entries({ street_address, address_locality, address_region, postal_code });
  const address = Object.fromEntries(filled.filter(([, value]) => value !== ''));
  return addressFaults(address, country).map(({ part, fault }) => `${part} ${fault}`);
}

test('accepts published addresses of more than twenty countries', () => {
  expect(new Set(PUBLISHED.map(([country]) => country)).size).toBeGreaterThan(20);
  const refused = PUBLISHED.map((place) => [place[0], faultsOf(place)] as const).filter(
    ([, faults]) => faults.length > 0,
  );
  expect(refused).toEqual([]);
});

test('accepts other spellings of a postal code', () => {
  const spelled: readonly Place[] = [
    ['DE', 'Platz der Republik 1', 'Berlin', '', 'D-11011'],
    ['CH', 'Bundesplatz 3', 'Bern', '', 'CH-3005'],
    ['GB', '10 Downing Street', 'London', '', 'sw1a2aa'],
    ['CA', '111 Wellington Street', 'Ottawa', 'Ontario', 'k1a0a9'],
    ['NL', 'Binnenhof 1A', 'Den Haag', '', '2513AA'],
    ['US', '1600 Pennsylvania Ave NW', 'Washington', 'District of Columbia', '20500-0003'],
    ['SE', 'Riksgatan 1', 'Stockholm', '', '10012'],
    ['JP', '永田町 2-3-1', '', 'Tokyo', '1000014'],
  ];
  expect(spelled.map(faultsOf)).toEqual(spelled.map(() => []));
});

describe('names what is wrong in an address with', () => {
  test.each<readonly [string, Place, string[]]>([
    [
      'no state, and a postal code of one digit',
      ['US', 'x', 'y', '', '9'],
      ['address_region missing', 'postal_code postal_code_form'],
    ],
    [
      'a postal code of another state',
      ['US', '1 Main St', 'Portland', 'OR', '10001'],
      ['postal_code postal_code_elsewhere'],
    ],
    [
      'a province of another country',
      ['CA', '1 Main St', 'Ottawa', 'Texas', 'K1A 0A9'],
      ['address_region unknown_region'],
    ],
    ['no postal code where mail needs one', ['DE', 'Hauptstr. 1', 'Berlin', '', ''], ['postal_code missing']],
    ['no town', ['FR', '1 Rue X', '', '', '75001'], ['address_locality missing']],
    [
      'only a country',
      ['BR', '', '', '', ''],
      ['street_address missing', 'address_locality missing', 'address_region missing', 'postal_code missing'],
    ],
    [
      'a postal code of another form',
      ['GB', '10 Downing Street', 'London', '', '11011'],
      ['postal_code postal_code_form'],
    ],
    [
      'a province with the postal code of another',
      ['IT', 'Via Roma 1', 'Milano', 'MI', '00187'],
      ['postal_code postal_code_elsewhere'],
    ],
    [
      'a country without rules of its own',
      ['ZZ', '', '', '', ''],
      ['street_address missing', 'address_locality missing'],
    ],
  ])('%s', (_name, place, faults) => {
    expect(faultsOf(place)).toEqual(faults);
  });
});

test.each([
  ['RU', 'Respublika'],
  ['ES', 'Región de'],
  ['EE', 'Tartu²'],
  ['GB', 'County'],
])('leaves footnotes and fragments of lists out of region names: %s, %s', (country, text) => {
  expect(regionCode(country, text.replace('²', '2'))).toBeUndefined();
});

test('finds a region by the names that addresses use', () => {
  const named = [
    ['JP', '東京都', '13'],
    ['AE', 'أبو ظبي', 'AZ'],
    ['CN', '北京市', 'BJ'],
    ['RU', 'Татарстан', undefined],
    ['RU', 'Республика Татарстан', 'TA'],
    ['EE', 'Tartu', '793'],
    ['HK', '九龍', 'Kowloon'],
  ] as const;
  expect(named.map(([country, name]) => regionCode(country, name))).toEqual(named.map(([, , code]) => code));
});
