/** OpenAPI paths of the open routes of the API; the other open routes are pages. */
export const OPEN_PATHS = {
  '/orgs/{organization_id}/jwks.json': {
    get: {
      operationId: 'getPublicKeys',
      summary: 'Get the public keys of an organization',
      description:
        'A JSON Web Key Set (RFC 7517, RFC 8037) for anybody who verifies receipts: the active keys, and the newest 100 retired ones. ' +
        'The `Link` with `rel="next"` (RFC 8288) leads to older retired keys. Revoked keys are excluded.',
      tags: ['receipts'],
      security: [],
      parameters: [
        { name: 'organization_id', in: 'path', required: true, schema: { type: 'string' } },
        {
          name: 'before',
          in: 'query',
          required: false,
          description: 'Id of a signing key from a `Link`: returns the retired keys registered before it',
          schema: { type: 'string' },
        },
        header('If-None-Match', 'ETag of a set that the caller already has'),
      ],
      responses: {
        200: {
          description: 'Success',
          headers: {
            ETag: { schema: { type: 'string' } },
            Link: { description: 'URL of older retired keys; absent if there are none', schema: { type: 'string' } },
          },
          content: { 'application/jwk-set+json': { schema: keySet() } },
        },
        304: { description: 'The caller already has this set' },
        400: failure('`invalid_request`'),
        404: failure('`not_found`'),
        429: failure('`rate_limited`'),
        503: failure('`unavailable`'),
      },
    },
  },
  '/deployments/{deployment_id}/jwks.json': {
    get: {
      operationId: 'getShopKeys',
      summary: 'Get the public keys of a deployment',
      description:
        'A JSON Web Key Set (RFC 7517) for anybody who verifies order statements: all keys with which the deployment signs or signed, oldest first. Removed keys are excluded.',
      tags: ['orders'],
      security: [],
      parameters: [
        { name: 'deployment_id', in: 'path', required: true, schema: { type: 'string' } },
        header('If-None-Match', 'ETag of a set that the caller already has'),
      ],
      responses: {
        200: {
          description: 'Success',
          headers: { ETag: { schema: { type: 'string' } } },
          content: { 'application/jwk-set+json': { schema: shopKeySet() } },
        },
        304: { description: 'The caller already has this set' },
        404: failure('`not_found`'),
        429: failure('`rate_limited`'),
        503: failure('`unavailable`'),
      },
    },
  },
  '/logs/{organization_id}': publicLog('getPublicLog', 'Get the names of a public log', {
    description:
      'Each name that a public log had, with its epoch, URL, verifier key, and the statement that closed it. The URL is the prefix of a C2SP tlog-tiles log, with `checkpoint`, `tile/{L}/{N}` and `tile/entries/{N}` below it.',
    content: { 'application/json': { schema: { type: 'object' } } },
  }),
  '/logs/{organization_id}/{epoch}/checkpoint': publicLog(
    'getPublicCheckpoint',
    'Get the newest checkpoint of a public log',
    {
      parts: ['epoch'],
      description: 'A signed note (C2SP tlog-checkpoint), with the cosignatures of witnesses.',
      content: { 'text/plain': { schema: { type: 'string' } } },
    },
  ),
  '/logs/{organization_id}/{epoch}/tile/{path}': publicLog('getLogTile', 'Get a tile of a public log', {
    parts: ['epoch', 'path'],
    description:
      'C2SP tlog-tiles: `{L}/{N}[.p/{W}]` is a tile of hashes, `entries/{N}[.p/{W}]` a bundle of entries. Never changes.',
    content: { 'application/octet-stream': { schema: { type: 'string', format: 'binary' } } },
  }),
  '/logs/{organization_id}/keys': publicLog('getKeyHistory', 'Get the signing keys that an organization has had', {
    description:
      'All signing keys of an organization with a public log, including retired and revoked ones, with their times, oldest first. The `Link` with `rel="next"` leads to later keys.',
    content: { 'application/json': { schema: { type: 'object' } } },
  }),
  '/logs/{organization_id}/proof/{receipt_hash}': publicLog(
    'getPublicProof',
    'Prove that a receipt is in a public log',
    {
      parts: ['receipt_hash'],
      description:
        'Like `get_receipt_proof`, by the hash of the receipt: JSON or, by `Accept`, a tlog-proof or a COSE receipt.',
      content: {
        'application/json': { schema: { type: 'object' } },
        'text/plain': { schema: { type: 'string' } },
        'application/cose': { schema: { type: 'string', format: 'binary' } },
      },
    },
  ),
  '/logs/{organization_id}/receipts/{receipt_hash}': publicLog('getPublicReceipt', 'Get a public receipt by its hash', {
    parts: ['receipt_hash'],
    description:
      'The bundle of a receipt, as in `get_receipt_bundle`, if the organization made its receipts public too.',
    content: { 'application/json': { schema: { type: 'object' } } },
  }),
} as const;

interface PublicAnswer {
  /** Path parameters in addition to `organization_id`. */
  readonly parts?: readonly string[];
  readonly description: string;
  readonly content: Readonly<Record<string, unknown>>;
}

/** Describes a path of the public logs, with one parameter for each name in `parts`. */
function publicLog(operationId: string, summary: string, { parts, description, content }: PublicAnswer) {
  return {
    get: {
      operationId,
      summary,
      description,
      tags: ['receipts'],
      security: [],
      parameters: ['organization_id', ...(parts ?? [])].map((name) => ({
        name,
        in: 'path',
        required: true,
        schema: { type: name === 'epoch' ? 'integer' : 'string' },
      })),
      responses: {
        200: { description: 'Success', content },
        404: failure('`not_found`, also if the log is not public'),
        429: failure('`rate_limited`'),
        503: failure('`unavailable`, `log_not_witnessed`'),
      },
    },
  };
}

function header(name: string, description: string) {
  return { name, in: 'header', required: false, description, schema: { type: 'string' } };
}

function failure(description: string) {
  return { description, content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } } };
}

function shopKeySet() {
  const [coordinate, kid] = ['Coordinate, base64url', 'RFC 7638 thumbprint'];
  return setOf({
    oneOf: [
      jwk({ kty: 'EC', crv: 'P-256', alg: 'ES256', use: 'sig' }, { x: coordinate, y: coordinate, kid }),
      jwk({ kty: 'OKP', crv: 'Ed25519', alg: 'EdDSA', use: 'sig' }, { x: coordinate, kid }),
    ],
  });
}

function keySet() {
  const kid = 'RFC 7638 thumbprint, the jwk_thumbprint of the signing key';
  return setOf(jwk({ kty: 'OKP', crv: 'Ed25519', use: 'sig', alg: 'EdDSA' }, { x: 'The public key, base64url', kid }));
}

function setOf(key: object) {
  return { type: 'object', properties: { keys: { type: 'array', items: key } }, required: ['keys'] };
}

/** Schema of a key with constant members, and others by their descriptions. */
function jwk(constants: Readonly<Record<string, string>>, others: Readonly<Record<string, string>>) {
  const fixed = Object.entries(constants).map(([name, value]) => [name, { type: 'string', const: value }]);
  const texts = Object.entries(others).map(([name, description]) => [name, { type: 'string', description }]);
  const properties = Object.fromEntries([...fixed, ...texts]);
  return { type: 'object', properties, required: Object.keys(properties) };
}
