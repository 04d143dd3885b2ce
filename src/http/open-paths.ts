/** The OpenAPI paths of the open routes that belong to the API; the other open routes are pages. */
export const OPEN_PATHS = {
  '/orgs/{organization_id}/jwks.json': {
    get: {
      operationId: 'getPublicKeys',
      summary: 'Get the public keys of an organization',
      description:
        'A JSON Web Key Set (RFC 7517, RFC 8037) for anybody who verifies receipts: the active keys, and the newest 100 retired ones. ' +
        'Older retired keys are behind the `Link` of `rel="next"` (RFC 8288). Revoked keys are not in it.',
      tags: ['receipts'],
      security: [],
      parameters: [
        { name: 'organization_id', in: 'path', required: true, schema: { type: 'string' } },
        {
          name: 'before',
          in: 'query',
          required: false,
          description:
            'Id of a signing key: answers the retired keys that were registered before it, as the `Link` names it',
          schema: { type: 'string' },
        },
        header('If-None-Match', 'ETag of a set that the caller already has'),
      ],
      responses: {
        200: {
          description: 'Success',
          headers: {
            ETag: { schema: { type: 'string' } },
            Link: { description: 'Where older retired keys are; absent = there are none', schema: { type: 'string' } },
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
} as const;

function header(name: string, description: string) {
  return { name, in: 'header', required: false, description, schema: { type: 'string' } };
}

function failure(description: string) {
  return { description, content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } } };
}

function keySet() {
  const members = { kty: 'OKP', crv: 'Ed25519', use: 'sig', alg: 'EdDSA' };
  const constants = Object.entries(members).map(([name, value]) => [name, { type: 'string', const: value }]);
  const text = (description: string) => ({ type: 'string', description });
  const properties = {
    ...Object.fromEntries(constants),
    x: text('The public key, base64url'),
    kid: text('RFC 7638 thumbprint, the jwk_thumbprint of the signing key'),
  };
  const key = { type: 'object', properties, required: Object.keys(properties) };
  return { type: 'object', properties: { keys: { type: 'array', items: key } }, required: ['keys'] };
}
