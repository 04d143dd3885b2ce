import { formatAddress } from 'localized-address-format';
import { regionsThatMatter } from '../../domain/shop/region-codes.js';
import type { ShopSettings } from '../../domain/shop/shop.js';
import type { Texts } from '../../texts/texts.js';

const PLACE = ['address_locality', 'address_region', 'postal_code'] as const;
type PlaceField = (typeof PLACE)[number];

/** Address fields of a country. */
interface AddressForm {
  /** In local order. */
  readonly fields: readonly PlaceField[];
  readonly needsRegion: boolean;
}

/** @param hasRegion true if the address has a region, which is then shown even where addresses have none */
export function addressForm(settings: ShopSettings, country: string, hasRegion: boolean): AddressForm {
  const needsRegion = regionsThatMatter(settings, country).length > 0;
  const parts = { administrativeArea: PLACE[1], locality: PLACE[0], postalCode: PLACE[2] };
  const written = formatAddress({ postalCountry: country, ...parts }, 'latin').join('\n');
  const place = (name: PlaceField) => (written.includes(name) ? written.indexOf(name) : written.length);
  const isAsked = (name: PlaceField) => name !== 'address_region' || needsRegion || hasRegion || written.includes(name);
  return { fields: PLACE.filter(isAsked).toSorted((one, other) => place(one) - place(other)), needsRegion };
}

const STATES = new Set(['AU', 'BR', 'IN', 'MX', 'MY', 'NG', 'US', 'VE']);
const PROVINCES = new Set(['AR', 'CA', 'CN', 'CR', 'DO', 'EC', 'ES', 'IT', 'PA', 'TH', 'TR', 'VN']);

/** Local name of an address field. */
export function addressLabel(name: PlaceField, country: string, { fields }: Texts): string {
  if (name === 'postal_code' && country === 'US') return fields.zip_code;
  if (name !== 'address_region') return fields[name];
  return STATES.has(country) ? fields.state : PROVINCES.has(country) ? fields.province : fields.address_region;
}
