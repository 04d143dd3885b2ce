import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { PACKAGE_ROOT } from '../../src/package-root.js';
import { type PageBlock, readBlocks, readExamples } from './page-blocks.js';
import { type Clone, cloneFor, MAJORS } from './reader.js';
import { type Pasted, Terminal } from './terminal.js';

/** The pages that a new reader follows first, in this sequence; all other pages come after these. */
const FIRST = ['README.md', ...['start', 'catalog', 'tenants', 'orders', 'receipts', 'install'].map(toPath)];
const PAGES = [...FIRST, ...otherPages()];
/** `npm start` prints the command that installs a compiled driver. */
const ADVICE = /run `(npm install --no-save better-sqlite3@13)`/;
const SHOWN = 4000;
/** Files that the pages' commands create and git ignores. Buyer data must be below `data` only. */
const EXPECTED = ['!! commerce-portal-0.1.0.tgz', '!! data/', '!! dist/', '!! node_modules/'];

function toPath(name: string): string {
  return `docs/${name}.md`;
}

function otherPages(): string[] {
  const files = readdirSync(join(PACKAGE_ROOT, 'docs')).filter((name) => name.endsWith('.md'));
  return files.map((name) => `docs/${name}`).filter((name) => !FIRST.includes(name));
}

describe.each(MAJORS)('on Node %s', (major) => {
  let clone: Clone;
  /** By page; a later page may continue in the terminal of an earlier one. */
  const terminals = new Map<string, Terminal>();
  beforeAll(() => {
    clone = cloneFor(major);
  });
  afterAll(async () => {
    for (const terminal of terminals.values()) await terminal.close();
    rmSync(clone.folder, { recursive: true });
  });

  test.each(PAGES)('runs the shell blocks of %s as pasted in a new clone', async (name) => {
    const reading = new PageReading(clone, name, terminals);
    try {
      for (const block of readBlocks(name, reading.text)) await reading.follow(block);
    } finally {
      await reading.end();
    }
  });

  test('leaves nothing in the clone that git would add', () => {
    const { root, reader } = clone;
    const git = (...args: string[]) =>
      execFileSync('git', args, { cwd: root, encoding: 'utf8', env: reader.env, ...reader.ids });
    expect(git('status', '--porcelain')).toBe('');
    const ignored = git('status', '--porcelain', '--ignored').trim().split('\n');
    expect(ignored.filter((line) => !EXPECTED.includes(line))).toEqual([]);
  });
});

/** Follows a page, with the terminals that its reader has open. */
class PageReading {
  readonly text: string;
  private readonly clone: Clone;
  private readonly name: string;
  private readonly terminals: Map<string, Terminal>;
  private readonly servers = new Map<string, Terminal>();
  private present: Terminal | undefined;

  constructor(clone: Clone, name: string, terminals: Map<string, Terminal>) {
    this.clone = clone;
    this.name = name;
    this.terminals = terminals;
    this.text = readFileSync(join(clone.root, name), 'utf8');
  }

  async follow(block: PageBlock): Promise<void> {
    if (block.notPasted !== undefined) return print(`${block.place}: not pasted, ${block.notPasted}`);
    if (block.beside !== undefined) await this.startBeside(block.place, block.beside);
    const { terminal, pasted } = await this.paste(this.terminalOf(block), block.script);
    this.present = terminal;
    if (pasted.outcome === 'serving') this.servers.set(block.script, terminal);
    print(`${block.place}: ${pasted.outcome}`);
    expectSuccess(block, pasted);
  }

  /** Stops the servers that the page started. The terminal without a server stays open for later pages. */
  async end(): Promise<void> {
    for (const server of this.servers.values()) await server.close();
    const before = this.terminals.get(this.name);
    if (this.present && before === undefined) this.terminals.set(this.name, this.present);
  }

  private async startBeside(place: string, command: string): Promise<void> {
    if ([...this.servers.keys()].some((script) => script.trimEnd().endsWith(command))) return;
    const { terminal, pasted } = await this.paste(this.open(this.clone.root), `${command}\n`);
    this.servers.set(command, terminal);
    expect(pasted.outcome, `${place}: ${command}\n${pasted.output}`).toBe('serving');
  }

  private terminalOf({ place, terminal }: PageBlock): Terminal {
    if (terminal?.startsWith('docs/')) {
      this.present = this.terminals.get(terminal);
      if (!this.present) throw new Error(`${place}: no terminal of ${terminal}`);
    } else if (terminal !== undefined) {
      this.present = this.open(this.folderOf(terminal));
    } else if (!this.present?.isFree) {
      this.present = this.open(this.clone.root);
    }
    return this.present;
  }

  private open(folder: string): Terminal {
    return new Terminal(this.clone.reader, folder);
  }

  /** Resolves `~` or `a folder with FILE, FILE`. */
  private folderOf(terminal: string): string {
    const { home, ids } = this.clone.reader;
    if (terminal === '~') return home;
    const folder = mkdtempSync(join(home, 'files-'));
    const examples = readExamples(this.text);
    for (const name of terminal.replace('a folder with ', '').split(', '))
      writeFileSync(join(folder, name), examples.get(name) ?? '');
    if (ids.uid !== undefined) execFileSync('chown', ['-R', `${ids.uid}:${ids.gid}`, folder]);
    return folder;
  }

  /**
   * Pastes a script. If `npm start` asks for another driver, runs the command that it prints, then `npm start` again.
   */
  private async paste(terminal: Terminal, script: string): Promise<{ terminal: Terminal; pasted: Pasted }> {
    const pasted = await terminal.paste(script);
    const [, advised] = ADVICE.exec(pasted.output) ?? [];
    if (pasted.outcome !== 'failed' || advised === undefined) return { terminal, pasted };
    print(`${this.name}: ${advised}, as npm start says`);
    const next = this.open(this.clone.root);
    return { terminal: next, pasted: await next.paste(`${advised}\nnpm start\n`) };
  }
}

function expectSuccess({ place, script, errors }: PageBlock, { outcome, output }: Pasted): void {
  const shown = `${place}\n${output.slice(-SHOWN)}`;
  expect(outcome, shown).not.toBe('failed');
  if (/^npm ci$/m.test(script)) expect(output, `${place}: a warning about Node`).not.toContain('EBADENGINE');
  expect(
    [...output.matchAll(/"error":"(\w+)"/g)].map(([, code]) => code),
    shown,
  ).toEqual(errors);
}

function print(line: string): void {
  process.stdout.write(`${line}\n`);
}
