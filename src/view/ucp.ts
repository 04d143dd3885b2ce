/** The `ucp` envelope (API document, UcpEnvelope; docs/checkout.md, Variants). */

const UCP_VERSION = '2026-04-08';

const CAPABILITIES = [
  { name: 'dev.ucp.shopping.checkout', version: UCP_VERSION },
  { name: 'dev.ucp.shopping.fulfillment', version: UCP_VERSION, extends: 'dev.ucp.shopping.checkout' },
  { name: 'dev.ucp.shopping.discount', version: UCP_VERSION, extends: 'dev.ucp.shopping.checkout' },
];

/** Variant F: capabilities by name. */
export const UCP_FULL = {
  version: UCP_VERSION,
  capabilities: Object.fromEntries(CAPABILITIES.map(({ name, version }) => [name, [{ version }]])),
};

/** Variant B: capabilities as a list. */
export const UCP_BASE = { version: UCP_VERSION, capabilities: CAPABILITIES };

export const UCP_ORDER = {
  version: UCP_VERSION,
  capabilities: [{ name: 'dev.ucp.shopping.order', version: UCP_VERSION }],
};
