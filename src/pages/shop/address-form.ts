import { regionsThatMatter } from '../../domain/shop/region-codes.js';
import type { ShopSettings } from '../../domain/shop/shop.js';
import { type AddressPart, addressRules } from '../../domain/values/address-rules.js';
import type { Texts } from '../../texts/texts.js';

type PlaceField = Exclude<AddressPart, 'street_address'>;

/** A region that can be chosen. */
interface RegionOption {
  readonly value: string;
  readonly label: string;
}

/** Form of an address in one country. */
interface AddressForm {
  /** Fields in the local order. */
  readonly fields: readonly PlaceField[];
  readonly required: readonly AddressPart[];
  readonly needsName: boolean;
  /** Regions to choose from, plus `known` if it is not among them; `undefined` if the region is typed. */
  regions(known: string | undefined): readonly RegionOption[] | undefined;
}

/** @param hasRegion true if the address has a region, which is then shown even if addresses of the country have none */
export function addressForm(settings: ShopSettings, country: string, hasRegion: boolean): AddressForm {
  const isPriced = regionsThatMatter(settings, country).length > 0;
  const rules = addressRules(country);
  const written = rules.parts.filter((part) => part !== 'street_address');
  const isAdded = !written.includes('address_region') && (isPriced || hasRegion);
  const isStrict = settings.address_check !== 'street';
  const required = isStrict ? rules.required : (['street_address'] as const);
  const isChosen = required.includes('address_region') && rules.regions.length > 0;
  const named = rules.regions.map(({ code, name }) => ({ value: code, label: name }));
  return {
    fields: isAdded ? [...written, 'address_region'] : written,
    required: isPriced ? [...required, 'address_region'] : required,
    needsName: isStrict,
    regions: (known) => {
      if (!isChosen) return undefined;
      const isOther = known !== undefined && !named.some(({ value }) => value === known);
      return isOther ? [...named, { value: known, label: known }] : named;
    },
  };
}

const STATES = new Set(['AU', 'BR', 'IN', 'MX', 'MY', 'NG', 'US', 'VE']);
const PROVINCES = new Set(['AR', 'CA', 'CN', 'CR', 'DO', 'EC', 'ES', 'IT', 'PA', 'TH', 'TR', 'VN']);

/** Returns the local label of an address field. */
export function addressLabel(name: PlaceField, country: string, { fields }: Texts): string {
  if (name === 'postal_code' && country === 'US') return fields.zip_code;
  if (name !== 'address_region') return fields[name];
  return STATES.has(country) ? fields.state : PROVINCES.has(country) ? fields.province : fields.address_region;
}
