import { existsSync, readFileSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { PACKAGE_ROOT } from '../../src/package-root.js';
import { writeDemo } from '../support/database-template.js';
import { run } from '../support/program.js';
import { serve } from '../support/spawn.js';
import { INITIALIZE, type StdioLines, startStdio, toolCall } from '../support/stdio-lines.js';
import { temporaryFolder } from '../support/temporary-folder.js';

let folder: string;
beforeEach(() => {
  folder = temporaryFolder();
});
afterEach(() => rmSync(folder, { recursive: true }));

const at = (...path: string[]) => join(folder, ...path);

describe('the first answer', () => {
  test('is sent before the database is opened; a missing database then ends the process with an error', async () => {
    const stdio = startStdio(folder, { PORTAL_DB: at('none.db') }, []);
    stdio.send(INITIALIZE);
    expect((await stdio.answer(1)).result.serverInfo.name).toBe('commerce');
    stdio.send({ id: 2, method: 'tools/list' });
    const { code, stderr } = await stdio.ended();
    expect([code, stderr]).toEqual([1, expect.stringMatching(/^portal: there is no database at .*`portal init`\n$/)]);
    expect(existsSync(at('none.db'))).toBe(false);
  });

  test('is followed by responses that say why the database is unusable', async () => {
    const stdio = startStdio(folder, { PORTAL_DB: at('none.db') }, []);
    stdio.send(INITIALIZE);
    stdio.send({ id: 2, method: 'tools/list' });
    const { stdout } = await stdio.ended();
    expect(stdout.split('\n')[1]).toContain('there is no database at');
  });

  test('needs no module of the operations, the database or HTTP', () => {
    const rooms = new Set([...loadedWith('src/cli/stdio.ts')].map((file) => file.split('/').slice(0, 2).join('/')));
    expect([...rooms].sort()).toEqual([
      'src/built-file.ts',
      'src/cli',
      'src/config',
      'src/config.ts',
      'src/domain',
      'src/json',
      'src/log',
      'src/log.ts',
      'src/loopback.ts',
      'src/mcp',
      'src/package-root.ts',
      'src/parsed-url.ts',
      'src/source-lines.ts',
      'src/version.ts',
    ]);
  });
});

/** Returns a source file and all source files that it imports at run time, directly or indirectly. */
function loadedWith(file: string, known = new Set<string>()): ReadonlySet<string> {
  if (known.has(file)) return known;
  known.add(file);
  const text = readFileSync(join(PACKAGE_ROOT, file), 'utf8');
  for (const [, names, from = ''] of text.matchAll(/^(?:import|export) (?!type )([^;]*?) from '(\.[^']+)\.js';$/gms)) {
    const needed = !/^\{/.test(names ?? '') || /[{,]\s*(?!type )\w/.test(names ?? '');
    if (needed) loadedWith(join(dirname(file), `${from}.ts`), known);
  }
  return known;
}

describe('the stdio process', () => {
  test('answers pending requests before it ends with stdin', async () => {
    await writeDemo(at('portal.db'));
    const stdio = startStdio(folder, { PORTAL_DB: at('portal.db') }, ['--demo']);
    for (const message of [INITIALIZE, { method: 'notifications/initialized' }, toolCall(2, 'get_cart')])
      stdio.send(message);
    const { code, stdout, stderr } = await stdio.end();
    expect([code, stderr]).toEqual([0, '']);
    expect(stdout.split('\n')).toHaveLength(2);
    expect((await stdio.answer(2)).result.isError).toBeUndefined();
  });

  test('exits with 1 and an error for an oversized message', async () => {
    await writeDemo(at('portal.db'));
    const stdio = startStdio(folder, { PORTAL_DB: at('portal.db') }, ['--demo']);
    stdio.send(INITIALIZE);
    await stdio.answer(1);
    stdio.send(toolCall(2, 'search_catalog', { query: 'x'.repeat(11 * 1024 * 1024) }));
    const { code, stderr } = await stdio.ended();
    expect([code, stderr]).toEqual([1, expect.stringContaining('a message on stdin has more than 10485760 bytes')]);
  });

  test('exits with 1 and an error if the client does not read responses', async () => {
    await writeDemo(at('portal.db'));
    const stdio = startStdio(folder, { PORTAL_DB: at('portal.db') }, ['--demo']);
    stdio.send(INITIALIZE);
    await stdio.answer(1);
    stdio.child.stdout.destroy();
    stdio.send({ id: 2, method: 'tools/list' });
    const { code, stderr } = await stdio.ended();
    expect([code, stderr]).toEqual([1, expect.stringContaining('the client does not read responses')]);
  });
});

describe('the default database', () => {
  const cartOf = async (stdio: StdioLines) => {
    stdio.send(INITIALIZE);
    stdio.send(toolCall(2, 'get_cart'));
    const { result, error } = await stdio.answer(2);
    await stdio.end();
    return error ?? result.isError ?? 'a cart';
  };

  test("is in the user's data folder, where --demo creates it and every command finds it", async () => {
    const env = { XDG_DATA_HOME: at('share') };
    expect(await cartOf(startStdio(folder, env, ['--demo']))).toBe('a cart');
    expect(existsSync(at('share', 'portal', 'portal.db'))).toBe(process.platform === 'linux');
    expect((await run(['keys', 'list', '--organization', 'org_x'], env)).stderr).not.toContain('no database');
    expect(await cartOf(startStdio(folder, env, []))).toBe('a cart');
  });

  test('is data/portal.db in the current folder if that file exists', async () => {
    await run(['init', '--demo'], { PORTAL_DB: at('data', 'portal.db') });
    expect(await cartOf(startStdio(folder, {}, []))).toBe('a cart');
    expect(existsSync(at('.local'))).toBe(false);
  });
});

describe("the buyer's pages", () => {
  const linkOf = async (stdio: StdioLines, id: number): Promise<string> => {
    stdio.send(toolCall(id, 'get_checkout'));
    const { result } = await stdio.answer(id);
    const { continue_url } = JSON.parse(result.content[0].text).data;
    return continue_url;
  };
  const statusOf = async (url: string) => (await fetch(url)).status;

  test('are served by the stdio process when no server runs, and otherwise by the server', async () => {
    await writeDemo(at('portal.db'));
    const stdio = startStdio(folder, { PORTAL_DB: at('portal.db') }, ['--demo']);
    stdio.send(INITIALIZE);
    const own = await linkOf(stdio, 2);
    expect(new URL(own).hostname).toBe('127.0.0.1');
    expect(await statusOf(own)).toBe(200);
    expect(await (await fetch(own)).text()).toContain('<html');

    const serving = await serve(at('portal.db'));
    const served = await linkOf(stdio, 3);
    expect(served).toBe(own.replace(new URL(own).origin, serving.url));
    expect(await statusOf(served)).toBe(200);
    await serving.stop('SIGTERM');
    expect(await linkOf(stdio, 4)).toBe(own);
    expect(existsSync(at('portal.db.serving'))).toBe(false);

    // A killed server leaves its file behind.
    const killed = await serve(at('portal.db'));
    expect(await linkOf(stdio, 5)).toContain(killed.url);
    await killed.stop('SIGKILL');
    expect(existsSync(at('portal.db.serving'))).toBe(true);
    expect(await linkOf(stdio, 6)).toBe(own);

    expect(await stdio.end()).toMatchObject({ code: 0, stderr: '' });
    await expect(fetch(own)).rejects.toThrow();
  });

  test('are linked at PORTAL_PUBLIC_URL if it is set', async () => {
    await writeDemo(at('portal.db'));
    const env = { PORTAL_DB: at('portal.db'), PORTAL_PUBLIC_URL: 'https://shop.example' };
    const stdio = startStdio(folder, env, ['--demo']);
    stdio.send(INITIALIZE);
    expect(await linkOf(stdio, 2)).toMatch(/^https:\/\/shop\.example\/checkout\//);
    await stdio.end();
  });
});
