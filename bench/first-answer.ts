import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { type Load, loadText, quietly, whenIdle } from './idle.js';
import { inFolder, leavesChild } from './leftovers.js';
import { PROGRAM } from './processes.js';
import { processSeconds } from './processor-time.js';
import { aligned, machineLine, spreadCells } from './report.js';
import { type Spread, spread } from './rounds.js';

const HELP = `Measures the processor time that \`portal stdio\` uses from its start until it has answered a first message. Only the last
of the three messages needs the database.

  npm run bench:first-answer -- [options]

  --rounds <n>  starts per message (default 9)
  --json        print JSON instead of the table
  --help        print this
`;

const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '9' },
    json: { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  },
});

const params = { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'bench', version: '1' } };
/** Messages by the name of the last one, whose answer is waited for. */
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
type Messages = (typeof MESSAGES)[keyof typeof MESSAGES];

interface FirstAnswer {
  readonly message: string;
  /** CPU milliseconds. */
  readonly cpu: Spread;
  readonly load: Load;
}

if (values.help) process.stdout.write(HELP);
else await main();

async function main(): Promise<void> {
  const machine = `${machineLine()}; ${await whenIdle()}`;
  const figures = await inFolder('first', measureAll);
  const text = values.json ? JSON.stringify({ machine, figures }, null, 2) : `${machine}\n\n${tableOf(figures)}`;
  process.stdout.write(`${text}\n`);
}

async function measureAll(folder: string): Promise<FirstAnswer[]> {
  // The first start creates the database.
  await untilAnswered(MESSAGES['tools/list'], folder);
  const figures: FirstAnswer[] = [];
  for (const [message, messages] of Object.entries(MESSAGES)) {
    const measured = await quietly(async () => {
      const spent: number[] = [];
      for (let round = 0; round < Number(values.rounds); round += 1)
        spent.push((await untilAnswered(messages, folder)) * 1000);
      return { cpu: spread(spent) };
    });
    figures.push({ message, ...measured });
  }
  return figures;
}

/** Returns CPU seconds. */
async function untilAnswered(messages: Messages, folder: string): Promise<number> {
  const env = { PATH: process.env.PATH, HOME: folder, PORTAL_DB: join(folder, 'portal.db') };
  const child = spawn(process.execPath, [PROGRAM, 'stdio', '--demo'], { env, stdio: ['pipe', 'pipe', 'inherit'] });
  leavesChild(child);
  for (const message of messages) child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);
  let text = '';
  for await (const chunk of child.stdout.iterator({ destroyOnReturn: false })) {
    text += chunk;
    if (text.includes('"id":1')) break;
  }
  const cpu = processSeconds(child.pid ?? 0);
  child.stdout.resume();
  child.stdin.end();
  await once(child, 'close');
  return cpu;
}

function tableOf(figures: readonly FirstAnswer[]): string {
  const cells = figures.map(({ message, cpu, load }) => [message, ...spreadCells(cpu, 0), loadText(load)]);
  return aligned(['', 'cpu ms', 'least-most', ''], cells, [0, 3]);
}
