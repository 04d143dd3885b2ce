import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { replaceWrite } from '../../../src/ports.js';
import { anotherAgent, anotherOrganization } from '../../actors/attester.js';
import { newSigner, type Signer } from '../../actors/signer.js';
import { type Case, JSON_TYPE, keyLine, title } from './case.js';
import { OTHER_KEYS, PEM_CASES } from './key-rows.js';
import { Stage } from './stage.js';
import { type Answer, send } from './wire.js';

/** The keys of rows 63 to 71 (case.ts) when they are registered, and keys that are registered again. */

let stage: Stage;
let agent_id: string;
beforeAll(async () => {
  stage = await Stage.open();
  agent_id = await anotherAgent(stage.portal, stage.own.organization_id);
});
afterAll(() => stage.portal.close());

/** Returns a body that registers the key of a case for an agent without a key. */
function bodyOf(one: Case): string {
  const { public_key } = Object(one.body(stage));
  return JSON.stringify({ public_key, agent_id });
}

const register = (body: string) =>
  send(stage.portal.url, '/api/signing-keys', [JSON_TYPE, keyLine(stage.keys.right)], Buffer.from(body));

async function unchanged(call: () => Promise<Answer>): Promise<Answer> {
  const before = await stage.tables();
  const answer = await call();
  expect(await stage.tables()).toEqual(before);
  return answer;
}

const REFUSED = [...PEM_CASES, ...OTHER_KEYS].sort((one, two) => one.row - two.row);

describe('at registration', () => {
  it.each(REFUSED.map((one) => [title(one), one] as const))('rejects the key over HTTP, %s', async (_title, one) => {
    if (one.outcome === 'verified') throw new Error('the row is of a key that is refused');
    const [status, error, detail = /./] = one.outcome;
    const answer = await unchanged(() => register(bodyOf(one)));
    expect({ status: answer.status, error: answer.json?.error }).toEqual({ status, error });
    expect(answer.json.detail).toMatch(detail);
    await one.also?.(stage, answer);
  });

  const TOLD = REFUSED.filter(({ mcp }) => !mcp);
  it.each(TOLD.map((one) => [title(one), one] as const))('rejects the key over MCP, %s', async (_title, one) => {
    const answer = await unchanged(() => stage.call('register_signing_key', bodyOf(one)));
    const { result } = answer.json;
    expect([result.isError, JSON.parse(result.content[0].text).error]).toEqual([true, one.outcome[1]]);
    await one.also?.(stage, answer);
  });

  it.each([
    ['CRLF line ends', (pem: string) => pem.replaceAll('\n', '\r\n')],
    ['no final newline', (pem: string) => pem.trimEnd()],
  ])('creates the same key from a PEM with %s', async (_what, write) => {
    const { public_key, fingerprint } = newSigner();
    const agent = await anotherAgent(stage.portal, stage.own.organization_id);
    const ok = (pem: string) => stage.own.by.ok('register_signing_key', { public_key: pem, agent_id: agent });
    const first = await ok(write(public_key));
    expect(first).toMatchObject({ created: true, data: { public_key, key_fingerprint: fingerprint } });
    expect(await ok(public_key)).toEqual({ created: false, data: first.data });
  });
});

describe('a proof of possession', () => {
  const statement = (organization_id: string, agent_id: string, { fingerprint }: Signer) =>
    `portal signing key\n${organization_id}\n${agent_id}\n${fingerprint}\n`;

  async function strictOwner() {
    const attester = await anotherOrganization(stage.portal);
    await stage.portal.app.store.update((rows) => {
      const before = rows.get('organization', attester.organization_id);
      if (!before) throw new Error('there is no organization');
      const after = { ...before, key_proof_required: true };
      return { writes: [replaceWrite('organization', before, after)], result: undefined };
    });
    return attester;
  }

  it('is required where the organization says so, also for a rotation, and must name key and owner', async () => {
    const { by, organization_id, agent_id } = await strictOwner();
    const [first, next] = [newSigner(), newSigner()];
    const proofOf = (signer: Signer, agent = '', organization = organization_id) =>
      signer.signText(statement(organization, agent, signer));
    const key = { public_key: first.public_key };
    await by.refused('register_signing_key', key, 'key_proof_required');
    for (const proof of [
      proofOf(first, agent_id),
      proofOf(first, '', stage.own.organization_id),
      next.signText(statement(organization_id, '', first)),
      first.signText(statement(organization_id, '', first).trimEnd()),
    ])
      await by.refused('register_signing_key', { ...key, proof }, 'signature_invalid');
    await by.refused('register_signing_key', { ...key, proof: 'x' }, 'invalid_signature_encoding');
    const { data } = await by.ok('register_signing_key', { ...key, proof: proofOf(first) });
    // The key is registered already, so nothing is proved again.
    expect(await by.ok('register_signing_key', key)).toEqual({ created: false, data });
    const rotation = { signing_key_id: data.id, public_key: next.public_key };
    await by.refused('rotate_signing_key', rotation, 'key_proof_required');
    await by.refused('rotate_signing_key', { ...rotation, proof: proofOf(first) }, 'signature_invalid');
    await by.ok('rotate_signing_key', { ...rotation, proof: proofOf(next) });
    const own = newSigner();
    const ofAgent = { public_key: own.public_key, agent_id };
    await by.refused('register_signing_key', { ...ofAgent, proof: proofOf(own) }, 'signature_invalid');
    await by.ok('register_signing_key', { ...ofAgent, proof: proofOf(own, agent_id) });
  });

  it('is checked if it is sent where none is required', async () => {
    const { by, organization_id } = await anotherOrganization(stage.portal);
    const signer = newSigner();
    const key = { public_key: signer.public_key };
    await by.refused('register_signing_key', { ...key, proof: signer.signText('x') }, 'signature_invalid');
    const proof = signer.signText(statement(organization_id, '', signer));
    expect(await by.ok('register_signing_key', { ...key, proof })).toMatchObject({ created: true });
  });
});

describe('registering again', () => {
  const owners = ['organization', 'agent'] as const;

  /** Creates a new organization, which has no key. Its keys are registered for it or for its agent. */
  async function owner(kind: (typeof owners)[number]) {
    const attester = await anotherOrganization(stage.portal);
    const of = kind === 'agent' ? { agent_id: attester.agent_id } : {};
    return {
      attester,
      register: (public_key: string) => attester.by.ok('register_signing_key', { public_key, ...of }),
    };
  }

  it.each(owners)('creates the same key of an %s once, under one id', async (kind) => {
    const { register: first } = await owner(kind);
    const { public_key } = newSigner();
    const made = await first(public_key);
    expect(made.created).toBe(true);
    for (let n = 0; n < 3; n += 1) expect(await first(public_key)).toEqual({ created: false, data: made.data });
  });

  it.each(owners)(
    'returns the active key if an %s registers another one, because only a rotation replaces a key',
    async (kind) => {
      const { attester, register: first } = await owner(kind);
      const [old, next] = [newSigner(), newSigner()];
      const made = await first(old.public_key);
      const before = await stage.tables();
      const again = await first(next.public_key);
      expect(again).toEqual({ created: false, data: made.data });
      expect(again.data.key_fingerprint).toBe(old.fingerprint);
      expect(await stage.tables()).toEqual(before);
      const rotated = await attester.by.ok('rotate_signing_key', {
        ...{ signing_key_id: made.data.id, public_key: next.public_key },
      });
      expect(rotated.data).toMatchObject({ status: 'active', key_fingerprint: next.fingerprint });
      expect((await first(next.public_key)).data).toEqual(rotated.data);
    },
  );

  it.each(owners)('creates exactly one key for many concurrent first registrations of an %s', async (kind) => {
    for (let round = 0; round < 5; round += 1) {
      const { attester, register: first } = await owner(kind);
      const signers = Array.from({ length: 8 }, newSigner);
      const answers = await Promise.all(signers.map(({ public_key }) => first(public_key)));
      expect(answers.filter(({ created }) => created)).toHaveLength(1);
      expect(new Set(answers.map(({ data }) => data.id)).size).toBe(1);
      expect((await attester.by.ok('list_signing_keys', {})).data).toHaveLength(1);
    }
  });

  it('registers a key that another organization also has, without revealing the other', async () => {
    const [first, second] = [await owner('organization'), await owner('agent')];
    const { public_key, fingerprint } = newSigner();
    const [one, two] = [await first.register(public_key), await second.register(public_key)];
    expect([one.created, two.created]).toEqual([true, true]);
    expect([one.data.key_fingerprint, two.data.key_fingerprint]).toEqual([fingerprint, fingerprint]);
    expect(one.data.id).not.toBe(two.data.id);
    for (const [mine, theirs] of [
      [first, second],
      [second, first],
    ] as const) {
      const text = JSON.stringify(await mine.attester.by.ok('list_signing_keys', {}));
      for (const id of [theirs.attester.organization_id, theirs.attester.agent_id]) expect(text).not.toContain(id);
    }
  });
});
