import { createPublicKey, verify } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Attester, anotherAgent, anotherOrganization, demoAttester, newSignerOf } from '../../actors/attester.js';
import { jcs, newSigner, receiptFor, sha256 } from '../../actors/signer.js';
import { startPortal, type TestPortal } from '../../support/portal.js';
import { stillClock } from '../../support/still-clock.js';

/** `/orgs/{organization_id}/jwks.json` lists the active and retired keys of an organization to anyone. */

let portal: TestPortal;
let attester: Attester;
beforeAll(async () => {
  portal = await startPortal({ clock: stillClock() });
  attester = demoAttester(portal);
});
afterAll(() => portal.close());

const get = (organization: string, key: string | null = null, method = 'GET') =>
  portal.request(method, `/orgs/${organization}/jwks.json`, { key });

/** Builds a JWK by hand (RFC 7638 and RFC 8037). */
function jwkOf(pem: string) {
  const { x } = createPublicKey(pem).export({ format: 'jwk' });
  const kid = Buffer.from(sha256(`{"crv":"Ed25519","kty":"OKP","x":"${x}"}`), 'hex').toString('base64url');
  return { kty: 'OKP', crv: 'Ed25519', x, kid, use: 'sig', alg: 'EdDSA' };
}

describe('/orgs/{organization_id}/jwks.json', () => {
  it('returns an empty set at first, without an API key', async () => {
    const { organization_id } = await anotherOrganization(portal);
    const { status, json, headers } = await get(organization_id);
    expect([status, json]).toEqual([200, { keys: [] }]);
    expect(headers.get('content-type')).toBe('application/jwk-set+json');
    expect(headers.get('cache-control')).toBe('no-cache');
  });

  it('lists active and retired keys of the organization and its agents, but never revoked ones', async () => {
    const own = await newSignerOf(attester);
    const agent = await newSignerOf(attester, attester.agent_id);
    const revoked = await newSignerOf(attester, await anotherAgent(portal, attester.organization_id));
    const all = async () => (await get(attester.organization_id)).json.keys;
    expect(await all()).toEqual([own, agent, revoked].map(({ public_key }) => jwkOf(public_key)));
    await attester.by.ok('revoke_signing_key', { signing_key_id: revoked.id, reason: 'lost' });
    expect(await all()).toEqual([own, agent].map(({ public_key }) => jwkOf(public_key)));
    const next = newSigner();
    await attester.by.ok('rotate_signing_key', { signing_key_id: agent.id, public_key: next.public_key });
    expect(await all()).toEqual([own, next, agent].map(({ public_key }) => jwkOf(public_key)));
    await attester.by.ok('revoke_signing_key', { signing_key_id: agent.id, reason: 'old' });
    expect(await all()).toEqual([own, next].map(({ public_key }) => jwkOf(public_key)));
    const receipt = receiptFor(attester, portal.app.portal.clock.now());
    const { signature } = next.submission(receipt);
    const [, key] = await all();
    const imported = createPublicKey({ key, format: 'jwk' });
    expect(verify(null, Buffer.from(jcs(receipt)), imported, Buffer.from(signature, 'base64'))).toBe(true);
  });

  it('lists the active key and the newest 100 retired ones, and links to older pages until none are left', async () => {
    const other = await anotherOrganization(portal);
    const signers = [await newSignerOf(other)];
    for (let n = 0; n < 220; n += 1) {
      const signer = newSigner();
      const rotated = { signing_key_id: signers[0]?.id, public_key: signer.public_key };
      signers.unshift({ ...signer, id: (await other.by.ok('rotate_signing_key', rotated)).data.id });
    }
    const pages: string[][] = [];
    let path: string | undefined = `/orgs/${other.organization_id}/jwks.json`;
    while (path !== undefined) {
      const { status, json, headers } = await portal.request('GET', path, { key: null });
      expect(status).toBe(200);
      pages.push(json.keys.map(({ kid }: { kid: string }) => kid));
      path = /^<(.*)>; rel="next"$/.exec(headers.get('link') ?? '')?.[1];
    }
    expect(pages.map(({ length }) => length)).toEqual([101, 100, 20]);
    expect(pages.flat()).toEqual(signers.map(({ public_key }) => jwkOf(public_key).kid));
  });

  it.each(['x', '', 'a&before=b'])('returns 400 for an invalid page name (%j)', async (before) => {
    const path = `/orgs/${attester.organization_id}/jwks.json?before=${before}`;
    const { status, json } = await portal.request('GET', path, { key: null });
    expect([status, json.error]).toEqual([400, 'invalid_request']);
    expect(json.detail).toMatch(/^before: /);
  });

  it("returns 400 for an older page that is named by another organization's key", async () => {
    const other = await newSignerOf(await anotherOrganization(portal));
    const path = `/orgs/${attester.organization_id}/jwks.json?before=${other.id}`;
    expect((await portal.request('GET', path, { key: null })).status).toBe(400);
  });

  it('returns 304 to clients that have the current set, until a key changes', async () => {
    const other = await anotherOrganization(portal);
    const { id } = await newSignerOf(other);
    const etag = (await get(other.organization_id)).headers.get('etag') ?? '';
    const again = () =>
      portal.request('GET', `/orgs/${other.organization_id}/jwks.json`, {
        key: null,
        headers: { 'if-none-match': etag, 'cache-control': 'max-age=0' },
      });
    expect([(await again()).status, (await again()).text]).toEqual([304, '']);
    await other.by.ok('revoke_signing_key', { signing_key_id: id, reason: 'lost' });
    expect([(await again()).status, (await again()).json]).toEqual([200, { keys: [] }]);
  });

  it.each([
    ['absent', 'org_01930000-0000-7000-8000-00000000ffff'],
    ['malformed', 'x'],
    ['in another case', 'ORG_01930000-0000-7000-8000-000000000001'],
    ['of another kind', 'shop_01930000-0000-7000-8000-000000000002'],
    ['with a NUL', '%00'],
    ['too long', 'x'.repeat(5000)],
  ])('returns 404 with the same bytes for an organization that is %s', async (_what, id) => {
    const absent = await get('org_nobody');
    expect([absent.status, absent.json.error]).toEqual([404, 'not_found']);
    expect((await get(id)).text).toBe(absent.text);
  });

  it('ignores any API key, valid or not', async () => {
    const right = await get(attester.organization_id);
    for (const key of [portal.demo.deployment_key, portal.demo.organization_key, 'wrong']) {
      expect((await get(attester.organization_id, key)).text).toBe(right.text);
    }
  });

  it('accepts only GET and HEAD', async () => {
    for (const method of ['POST', 'PUT', 'DELETE']) {
      expect((await get(attester.organization_id, null, method)).status).toBe(404);
    }
    expect((await get(attester.organization_id, null, 'HEAD')).status).toBe(200);
  });
});
