import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { required } from '../../src/domain/values/required.js';
import { PACKAGE_ROOT } from '../../src/package-root.js';
import { temporaryFolder } from '../support/temporary-folder.js';
import type { Sent } from './receiver.js';
import { openScene, type Scene } from './scene.js';

/** Runs the verifiers of docs/webhooks.md unchanged on messages of the portal. */

let scene: Scene;
let secret: string;
let sent: Sent;
let now: number;
beforeAll(async () => {
  scene = await openScene();
  const made = await scene.webhook('/good');
  await scene.owner.ok('rotate_webhook_secret', { webhook_id: made.id });
  secret = made.secret;
  await scene.item('bowl', 'Schüssel');
  sent = required((await scene.receiver.got('/good', 1))[0], 'event');
  now = scene.clock.now();
});
afterAll(() => scene.close());

function block(language: string): string {
  const page = readFileSync(join(PACKAGE_ROOT, 'docs', 'webhooks.md'), 'utf8');
  return required(new RegExp(`\`\`\`${language}\n(.*?)\`\`\``, 's').exec(page)?.[1], language);
}

interface Message {
  readonly secret: string;
  readonly headers: Readonly<Record<string, unknown>>;
  readonly body: string;
  readonly now: number;
}
type Verify = (message: Message) => Promise<unknown>;

async function inNode({ secret, headers, body, now }: Message): Promise<unknown> {
  const file = join(temporaryFolder(), 'verify.mjs');
  writeFileSync(file, block('js'));
  const { verify } = await import(pathToFileURL(file).href);
  return verify(secret, headers, Buffer.from(body), now);
}

const PYTHON_END = `
import sys
message = json.load(sys.stdin)
print(json.dumps(verify(message["secret"], message["headers"], message["body"].encode(), message["now"] / 1000)))`;

async function inPython(message: Message): Promise<unknown> {
  const ran = spawnSync('python3', ['-c', `${block('python')}\n${PYTHON_END}`], { input: JSON.stringify(message) });
  if (ran.status !== 0) throw new Error(ran.stderr.toString());
  return JSON.parse(ran.stdout.toString());
}

describe.each<[string, Verify]>([
  ['Node.js', inNode],
  ['Python', inPython],
])('the verifier in %s', (_name, verify) => {
  const message = (): Message => ({ secret, headers: sent.headers, body: sent.body, now });

  test('accepts a delivered message with the previous secret, since the portal signs with both', async () => {
    expect(await verify(message())).toEqual(JSON.parse(sent.body));
  });

  test.each<[string, (right: Message) => Message]>([
    ['another body', (right) => ({ ...right, body: right.body.replace('bowl', 'bowk') })],
    ['another id', (right) => ({ ...right, headers: { ...right.headers, 'webhook-id': 'evt_other' } })],
    ['another secret', (right) => ({ ...right, secret: `whsec_${Buffer.alloc(32).toString('base64')}` })],
    [
      'another kind of signature',
      (right) => ({ ...right, headers: { ...right.headers, 'webhook-signature': 'v2,AA==' } }),
    ],
    ['a later time', (right) => ({ ...right, now: right.now + 301_000 })],
    ['an earlier time', (right) => ({ ...right, now: right.now - 302_000 })],
  ])('rejects %s', async (_what, wrong) => {
    await expect(verify(wrong(message()))).rejects.toThrow(/not valid|too old/);
  });
});
