import { notServed, type Row, test } from './row.js';

/** Section 2: discovery, negotiation, bindings and callers. */
export const CALLS: readonly Row[] = [
  ['2.1', 'every request names a profile', test('registry', '%s requires a profile, and rejects an invalid key')],
  [
    '2.1',
    'creating a resource returns 201, and failing to create it returns 200',
    test('checkout', 'returns a message for an item that is not sold, and creates and changes nothing'),
  ],
  [
    '2.1',
    'bodies are validated, and each error has its status',
    test('bad-input', 'accepts or rejects each wrong member, and names a rejected one'),
  ],
  ['2.1', 'unknown members are ignored', test('bad-input', 'ignores unknown members')],
  [
    '2.1',
    'a body that is not JSON, or too large, is rejected',
    test('bad-input', '%s rejects invalid JSON, and a wrong type, encoding or size'),
  ],
  [
    '2.2',
    'all tools of an announced capability are listed, with the schemas of their responses',
    test('mcp', 'serves the SDK, %s'),
  ],
  ['2.2', 'a purchase is possible over MCP alone', test('mcp', 'buys, from the catalog to the order')],
  ['2.2', 'structuredContent is the body that REST returns', test('mcp', 'returns the same as REST')],
  [
    '2.2',
    'complete and cancel require an idempotency key',
    test('mcp', 'requires a key for calls that cannot be undone'),
  ],
  [
    '2.2',
    'an invalid call returns a JSON-RPC error with its status',
    test('mcp', 'rejects invalid arguments and an unknown tool'),
  ],
  ['2.2', 'outcomes are results', test('mcp', 'returns an outcome for capabilities without overlap')],
  [
    '2.2',
    'arguments are not corrected',
    test('mcp', 'is rejected if its arguments need a correction, or its method is unknown'),
  ],
  ['2.2', 'the MCP of 2026-01-11', notServed('MCP, carts, catalog and reading orders at 2026-01-11')],
  [
    '2.3',
    'every write returns the same bytes to a repeat',
    test('repeats', 'replays the response byte by byte, and runs once'),
  ],
  [
    '2.3',
    'the same key with another body is a conflict also while the first call is in flight',
    test('payment-in-progress', 'rejects the key of the first complete with another body as a conflict'),
  ],
  ['2.3', 'simultaneous repeats run once', test('repeats', 'runs once for simultaneous calls')],
  [
    '2.3',
    'the same key with another body is a conflict, and changes nothing',
    test('repeats', 'rejects %s with another body as a conflict, and changes nothing'),
  ],
  [
    '2.3',
    'a body with different bytes is a different body',
    test('calls', 'rejects different bytes as a conflict, even with the same meaning'),
  ],
  [
    '2.3',
    'an idempotency key is for one operation on one resource',
    test('calls', 'runs a call with the same key for another checkout separately'),
  ],
  [
    '2.3',
    'an idempotency key is for one caller',
    test('repeats', 'runs a call of another platform with the same key separately'),
  ],
  [
    '2.3',
    'over MCP the id of the message is not part of the call',
    test('mcp', 'treats a call as a repeat regardless of its message id and other meta members'),
  ],
  [
    '2.4',
    'the profile at /.well-known/ucp matches the published schema',
    test('profile', 'matches the published schema of %s'),
  ],
  [
    '2.4',
    'the profile may be cached for at least a minute, and has a validator',
    test('profile', 'allows caching, and returns 304 until it changes'),
  ],
  [
    '2.4',
    'the newest profile names the older versions, whose profiles name no others',
    test('profile', 'returns the newest version, and names the others'),
  ],
  [
    '2.4',
    'only what is served is announced, at the host of the shop',
    test('profile', "lists only served features, at the configured host instead of the request's"),
  ],
  [
    '2.4',
    'a platform that knows only the host can find everything',
    test('sites-by-host', "buys over %s, and sends the order's events"),
  ],
  ['2.4', 'a header without a profile on a public host is rejected', test('negotiation', 'rejects %s as a profile')],
  [
    '2.4',
    'profiles that cannot be fetched, read or used are rejected in every binding',
    test('unusable-profiles', 'a profile %s'),
  ],
  [
    '2.4',
    'profiles that are huge, slow, cut off or redirected are rejected',
    test('unusable-profiles', 'over the network, a profile'),
  ],
  [
    '2.4',
    'the connection goes to the address that was checked',
    test('profiles', 'resolves a name once per fetch, and connects to the checked address'),
  ],
  [
    '2.4',
    'private addresses are rejected, even beside a public one',
    test('profiles', 'rejects a name that resolves to an address of this network, even beside a public one'),
  ],
  [
    '2.4',
    'profiles are cached for at least a minute',
    test('profiles', 'caches profiles for at least a minute and up to their cache lifetime'),
  ],
  [
    '2.4',
    'failing hosts are requested at growing intervals, and the total number of fetches is limited',
    test('profiles', 'limits the total number of fetches'),
  ],
  [
    '2.4',
    'the version of the profile is compared with that of the endpoint on every request',
    test('unusable-profiles', 'of another version than the endpoint'),
  ],
  [
    '2.4',
    'capabilities are shared if their names and versions are equal',
    test('negotiation', 'ignores a capability at another version'),
  ],
  ['2.4', 'extensions without a parent are dropped', test('negotiation', 'drops an extension without its parent')],
  [
    '2.4',
    'having no common capability is an outcome, not an error',
    test('negotiation', 'returns an outcome without common capabilities'),
  ],
  [
    '2.4',
    'members outside the common capabilities are neither returned nor cleared',
    test('negotiation', 'leaves members outside the common capabilities unchanged in an update'),
  ],
  [
    '2.5',
    'each error has its status, its code over JSON-RPC, and its members',
    test('unusable-profiles', 'that is not JSON'),
  ],
  [
    '2.6',
    'an API key is valid only for its profiles and its shop',
    test('registry', '%s rejects keys of other profiles, deployments and purposes'),
  ],
  ['2.6', 'no caller can access objects of another', test('tenancy', 'returns not found for %s')],
  [
    '2.6',
    'an id in a body gives no access to objects of another caller',
    test('tenancy', "someone else's id in a body is treated as unknown"),
  ],
  ['2.7', 'ES256 is verified, as are the vectors of RFC 9421', test('signatures', 'RFC 9421, signatures')],
  ['2.7', 'signatures in DER are rejected', test('signatures', 'rejects a signature in DER')],
  [
    '2.7',
    'a signature that covers too little is ignored',
    test('signatures', 'treats a request that does not cover %s as unsigned'),
  ],
  [
    '2.7',
    'a single changed bit is detected',
    test('signatures', 'fails when any bit of the signature or its covered content is changed'),
  ],
  [
    '2.7',
    'one valid signature of several is enough',
    test('signed-requests', 'ignores a bad signature beside a good one, in either order'),
  ],
  [
    '2.7',
    'a wrong signature is rejected, even with a valid API key',
    test('signed-requests', 'rejects a wrong signature beside a valid key'),
  ],
  ['2.7', 'unusable keys do not affect the usable ones', test('signatures', 'requires a usable key of the profile')],
  [
    '2.7',
    'a profile is fetched for a new key at most once a minute',
    test('signed-requests', 'refetches a profile for a new key at most once a minute'),
  ],
  [
    '2.7',
    'a removed key is accepted until the profile is fetched again',
    test('signed-requests', "accepts a removed key until the platform's profile is fetched again"),
  ],
  [
    '2.7',
    "others can verify the portal's signatures, even after a key was rotated",
    test('signed-requests', "signs responses that another implementation verifies with the profile's keys"),
  ],
  [
    '2.7',
    'over MCP the signature covers the message',
    test('signed-requests', 'verifies a signature over the message in MCP'),
  ],
  [
    '2.7',
    'a key of Web Bot Auth is bound to its thumbprint',
    test('signatures', 'binds Web Bot Auth to the thumbprint of its key'),
  ],
  [
    '2.8',
    'a webhook sends the whole order, when it is placed and at each change',
    test('webhooks', 'sends the whole order at each change, in the negotiated version'),
  ],
  [
    '2.8',
    "a webhook is signed with a key of the portal's profile",
    test('webhooks', "signs events that another implementation verifies with the profile's keys"),
  ],
  [
    '2.8',
    'a failed webhook is sent again with the same id, time and payload',
    test('webhooks', 'keeps id, time and body on a retry, with a new signature'),
  ],
  [
    '2.8',
    'a webhook goes to the URL in the profile of the platform',
    test('webhook-receivers', "sends to the URL in the platform's profile at the time of sending"),
  ],
  [
    '2.8',
    'a webhook of 2026-01-11 has the signature and the members of that version',
    test('webhooks', "signs the body for 2026-01-11 too, which has the event's id and time"),
  ],
  [
    '2.9',
    'a cart is replaced as a whole, and no longer found when it is canceled',
    test('cart', 'creates, reads, replaces and cancels a cart'),
  ],
  [
    '2.9',
    'a conversion uses the content of the cart, which has only one open checkout',
    test('cart', "converts its content into its one open checkout, ignoring the call's content"),
  ],
  [
    '2.9',
    'a cart has one checkout at a time, even after simultaneous calls',
    test('races', 'runs simultaneous calls of %s consistently'),
  ],
  [
    '2.10',
    'a search requires an input',
    test('catalog', 'requires a query or a filter, and rejects an invalid cursor'),
  ],
  ['2.10', 'a search without a hit has no message', test('catalog', 'returns nothing that the filters exclude')],
  [
    '2.10',
    'a lookup accepts ids of products and variants, and says which of them matched',
    test('catalog', 'returns each product once with the ids that matched its variants'),
  ],
  ['2.10', 'a lookup of too many ids is rejected', test('catalog', 'limits the number of ids')],
  [
    '2.10',
    'the requested variant comes first',
    test('catalog', "returns the variant for a variant's id regardless of the selection"),
  ],
  [
    '2.10',
    'selected values that no variant has are ignored',
    test('catalog', 'follows the selection, and ignores values that no variant has'),
  ],
  ['2.10', 'an option can be selected only once', test('catalog', 'accepts each option only once')],
  [
    '2.10',
    'an unknown product is an outcome',
    test('catalog', 'returns a not_found message for an unknown product or one that the filters exclude'),
  ],
  [
    '2.11',
    'an order can be read only by the platform that placed it and proves its identity',
    test('order', 'shows the order only to the platform that placed it and proves its identity'),
  ],
  ['2.11', 'permalinks and places', notServed('locations, permalink')],
  ['2.11', 'A2A and the embedded checkout', notServed('A2A binding, the embedded checkout')],
  ['2.13', 'policies, request constraints, orders of maps', notServed('policies, request constraints')],
  ['2.13', 'loyalty, units of quantities', notServed('loyalty, quantity units')],
  ['2.13', 'identity providers of others', notServed('identity providers of `providers`')],
  [
    '2.13',
    'identity linking is announced in the form of each version',
    test('identity-linking', 'every version announces the capability in its own form'),
  ],
  [
    '2.13',
    'the scopes of a token are enforced, and a challenge names the missing one',
    test('identity-linking', 'allows only what its scopes say, and the challenge names the missing one'),
  ],
  [
    '2.13',
    'a token is accepted from the client to which it was issued only',
    test('identity-linking', 'is rejected if its client is not the platform of the profile'),
  ],
];
