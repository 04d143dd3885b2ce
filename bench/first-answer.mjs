import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/**
 * `node bench/first-answer.mjs [rounds]` prints the CPU time that `portal stdio` uses from its start until it has
 * answered each of MESSAGES, of which only the last needs the database. Linux only, since it reads /proc. Run
 * `npm run build` first.
 */

const MAIN = fileURLToPath(new URL('../bin/portal.js', import.meta.url));
const params = { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'bench', version: '1' } };
const MESSAGES = {
  initialize: [{ id: 1, method: 'initialize', params }],
  'tools/list': [
    { id: 0, method: 'initialize', params },
    { id: 1, method: 'tools/list' },
  ],
  'tools/call get_cart': [
    { id: 0, method: 'initialize', params },
    { id: 1, method: 'tools/call', params: { name: 'get_cart', arguments: {} } },
  ],
};

/** Returns the CPU seconds used so far by the threads of a process. */
function cpuOf(pid) {
  const threads = readdirSync(`/proc/${pid}/task`);
  const spent = threads.map((id) => Number(readFileSync(`/proc/${pid}/task/${id}/schedstat`, 'utf8').split(' ')[0]));
  return spent.reduce((sum, one) => sum + one, 0) / 1e9;
}

async function untilAnswered(messages, env) {
  const child = spawn(process.execPath, [MAIN, 'stdio', '--demo'], { env, stdio: ['pipe', 'pipe', 'inherit'] });
  for (const message of messages) child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);
  let text = '';
  for await (const chunk of child.stdout.iterator({ destroyOnReturn: false })) {
    text += chunk;
    if (text.includes('"id":1')) break;
  }
  const cpu = cpuOf(child.pid);
  child.stdout.resume();
  child.stdin.end();
  await once(child, 'close');
  return cpu;
}

const rounds = Number(process.argv[2] ?? 9);
const folder = mkdtempSync(join(tmpdir(), 'portal-first-'));
const env = { PATH: process.env.PATH, HOME: folder, PORTAL_DB: join(folder, 'portal.db') };
try {
  await untilAnswered(MESSAGES['tools/list'], env);
  for (const [name, messages] of Object.entries(MESSAGES)) {
    const spent = [];
    for (let round = 0; round < rounds; round += 1) spent.push(await untilAnswered(messages, env));
    spent.sort((a, b) => a - b);
    const [least = 0, middle = 0] = [spent[0], spent[Math.floor(spent.length / 2)]];
    process.stdout.write(`${name.padEnd(22)} ${least.toFixed(2)} s least, ${middle.toFixed(2)} s median\n`);
  }
} finally {
  rmSync(folder, { recursive: true });
}
