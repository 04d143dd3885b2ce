import { execFile } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { PACKAGE_ROOT } from '../../src/package-root.js';
import { pythonWithCbor } from '../attestation/python-verifiers.js';
import { buildVerifiers, runVerifier, VERIFIERS_MISSING } from '../attestation/verifier-programs.js';
import { startPortal } from '../support/portal.js';
import { run } from '../support/program.js';
import { offerShellCommands } from '../support/shell-commands.js';
import { Folder } from './receipts/folder.js';

/** The files of examples/bundles, and new ones that its script makes. */

const EXAMPLES = join(PACKAGE_ROOT, 'examples', 'bundles');
const NAMES = ['receipt', 'order', 'keys'] as const;

let folder: Folder;
let made: string;
beforeAll(async () => {
  folder = new Folder();
  made = folder.at('made');
  const portal = await startPortal();
  const { deployment_key: DEPLOYMENT_KEY, organization_key: ORGANIZATION_KEY } = portal.demo;
  const env = { ...process.env, PORTAL_URL: portal.url, DEPLOYMENT_KEY, ORGANIZATION_KEY };
  try {
    await promisify(execFile)(process.execPath, [join(EXAMPLES, 'make.js'), made], { env });
  } finally {
    await portal.close();
  }
});
afterAll(() => folder.remove());

const read = (of: string, name: string) => JSON.parse(readFileSync(join(of, `${name}.json`), 'utf8'));

/** Names the members of a value, without those of lists that vary in length. */
function shapeOf(value: unknown): unknown {
  if (Array.isArray(value)) return value.slice(0, 1).map(shapeOf);
  if (typeof value !== 'object' || value === null) return typeof value;
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, shapeOf(member)]));
}

test('in the repository have the form of new ones', () => {
  for (const name of NAMES) expect(shapeOf(read(EXAMPLES, name))).toEqual(shapeOf(read(made, name)));
});

test.skipIf(VERIFIERS_MISSING)('are accepted by the commands of their README', async () => {
  const [, block = ''] = /```sh\n(.*?)```/s.exec(readFileSync(join(EXAMPLES, 'README.md'), 'utf8')) ?? [];
  const shell = await offerShellCommands();
  // The default Python may lack the package that the verifier needs.
  writeFileSync(folder.at('python3'), `#!/bin/sh\nexec ${pythonWithCbor()} "$@"\n`, { mode: 0o755 });
  const env = { ...shell.env, PATH: [folder.path, shell.env.PATH].join(delimiter) };
  try {
    const { stdout } = await promisify(execFile)('bash', ['-ec', block], { cwd: EXAMPLES, env });
    expect(stdout.match(/(receipt|statement of order) \S+ is valid$/gm)).toHaveLength(6);
  } finally {
    await shell.close();
  }
});

describe.each(['in the repository', 'made now'])('examples %s', (which) => {
  const of = () => (which === 'made now' ? made : EXAMPLES);
  const argsFor = (keys: Readonly<Record<string, string>>) =>
    ({
      receipt: ['--signer', keys.signer ?? '', '--log', keys.log ?? ''],
      order: ['--shop', keys.shop ?? ''],
    }) as const;

  /** A copy of an example with another last digit in its first long base64 text. */
  function changed(name: string): string {
    const text = readFileSync(join(of(), `${name}.json`), 'utf8');
    const file = folder.at('changed.json');
    writeFileSync(
      file,
      text.replace(
        /"(?:payload|signature)": ".{20}/,
        (found) => `${found.slice(0, -1)}${found.endsWith('A') ? 'B' : 'A'}`,
      ),
    );
    return file;
  }

  test.skipIf(VERIFIERS_MISSING)('are accepted by verify.py and verify.go, and not when changed', () => {
    const args = argsFor(read(of(), 'keys'));
    for (const program of buildVerifiers(folder.path))
      for (const name of ['receipt', 'order'] as const) {
        const file = join(of(), `${name}.json`);
        expect(runVerifier(program, [...args[name], file])).toMatchObject({ code: 0, stderr: '' });
        expect(runVerifier(program, [...args[name], changed(name)]).code).toBe(1);
      }
  });

  test('are accepted by portal receipt verify, and not when changed', async () => {
    const args = argsFor(read(of(), 'keys'));
    for (const name of ['receipt', 'order'] as const) {
      const file = join(of(), `${name}.json`);
      expect(await run(['receipt', 'verify', file, ...args[name]])).toMatchObject({ code: 0, stderr: '' });
      expect((await run(['receipt', 'verify', changed(name), ...args[name]])).code).toBe(1);
    }
  });

  test('are of one order', () => {
    const { context, receipt } = read(of(), 'receipt');
    const { payload } = read(of(), 'order');
    const claims = JSON.parse(Buffer.from(payload, 'base64url').toString());
    expect(claims.context).toEqual(context);
    expect(receipt.job_id).toBe(`buy-${claims.sub}`);
  });
});
