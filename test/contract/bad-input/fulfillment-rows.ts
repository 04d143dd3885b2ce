import type { OperationName } from '../portal-api.js';
import { ADDRESS_LIMITS, wrongCountries, wrongTexts } from './address-wrongs.js';
import { bodies, invalid, type MakeRow, type Refusal, tooLong } from './row.js';
import type { Objects } from './world.js';

const of = ({ checkout }: Objects) => `/api/commerce/checkouts/${checkout}/fulfillment`;

const to = (given: object) => ({ destination: { address_country: 'US', ...given } });

const setDestination: MakeRow = (world) => ({
  right: { path: `${of(world)}/destination`, body: to({}) },
  wrong: bodies([
    ['destination absent', {}, invalid(/^destination: is required/)],
    ['destination null', { destination: null }, invalid(/^destination/)],
    ['destination a list', { destination: [{ address_country: 'US' }] }, invalid(/^destination/)],
    ['unknown member', to({ city: 'Portland' }), invalid(/^destination: .*"city"/)],
    ...wrongCountries('destination', (address_country) => ({ destination: { address_country } })),
    ...wrongTexts('destination', to, { ...ADDRESS_LIMITS, instructions: 500 }),
  ]),
});

const address = {
  street_address: '1 Main St',
  address_locality: 'Portland',
  postal_code: '97214',
  address_country: 'US',
};
const envelope = (change: object) => ({ selected_option_id: 'standard', destinations: [{ ...address, ...change }] });
const option = (selected_option_id: unknown) => ({ selected_option_id });
const unknown: Refusal = [400, 'fulfillment_option_unknown', /^selected_option_id/];
const required = ['street_address', 'address_locality', 'postal_code', 'address_country'] as const;

const selectFulfillment: MakeRow = (world) => ({
  right: { path: of(world), body: envelope({}) },
  wrong: bodies([
    ['selected_option_id absent', {}, invalid(/^selected_option_id: is required/)],
    [
      'selected_option_id absent beside destinations',
      { destinations: [address] },
      invalid(/^selected_option_id: is required/),
    ],
    ['selected_option_id null', option(null), invalid(/^selected_option_id/)],
    ['selected_option_id a number', option(1), invalid(/^selected_option_id/)],
    ['selected_option_id empty', option(''), unknown],
    ['selected_option_id too long', option(tooLong(128)), unknown],
    ['unknown option', option('absent'), unknown],
    ['option in another case', option('STANDARD'), unknown],
    ['unknown option beside destinations', { ...envelope({}), selected_option_id: 'absent' }, unknown],
    ['digital option without digital lines', option('digital'), unknown],
    ['option that is not offered at the address', envelope({ address_country: 'DE' }), unknown],
    ['shipping without destination', option('standard'), [400, 'fulfillment_destination_required', /destination/]],
    [
      'shipping with no destinations',
      { selected_option_id: 'standard', destinations: [] },
      [400, 'fulfillment_address_required', /destinations/],
    ],
    ['destinations null', { selected_option_id: 'standard', destinations: null }, invalid(/^destinations/)],
    ['destinations an object', { selected_option_id: 'standard', destinations: address }, invalid(/^destinations/)],
    ['destination a string', { selected_option_id: 'standard', destinations: ['US'] }, invalid(/^destinations\[0\]/)],
    ['unknown member of an entry', envelope({ instructions: 'x' }), invalid(/^destinations\[0\]: .*"instructions"/)],
    ...required.map(
      (member) =>
        [`${member} absent`, envelope({ [member]: undefined }), invalid(new RegExp(`${member}: is required`))] as const,
    ),
    ...wrongCountries('destinations[0]', (address_country) => envelope({ address_country })),
    ...wrongTexts('destinations[0]', envelope, ADDRESS_LIMITS),
  ]),
});

/** `list_fulfillment_methods` needs no calls here: its sample call succeeds, because the test cart can be picked up. */

export const fulfillmentRows = {
  set_destination: setDestination,
  select_fulfillment: selectFulfillment,
} satisfies Partial<Record<OperationName, MakeRow>>;
