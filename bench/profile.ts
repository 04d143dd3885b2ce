import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { SourceMap } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

interface Profile {
  readonly nodes: readonly {
    readonly id: number;
    readonly callFrame: {
      readonly functionName: string;
      readonly url: string;
      readonly lineNumber: number;
      readonly columnNumber: number;
    };
  }[];
  readonly samples: readonly number[];
  readonly timeDeltas: readonly number[];
}

const SHOWN = 30;
/** Names under which V8 reports the time when no function runs. */
const NOT_WORK = new Set(['(idle)', '(root)']);

/** Lists the functions of the folder's newest profile by self time, one per line. */
export function hottest(folder: string): string[] {
  const file = readdirSync(folder)
    .filter((name) => name.endsWith('.cpuprofile'))
    .sort()
    .at(-1);
  if (!file) return [`no profile in ${folder}`];
  // V8 writes the file in the format of the DevTools protocol.
  const profile: Profile = JSON.parse(readFileSync(join(folder, file), 'utf8'));
  const frames = new Map(profile.nodes.map(({ id, callFrame }) => [id, inSource(callFrame)]));
  const byFunction = sum(profile, frames, nameOf);
  const byPart = sum(profile, frames, partOf);
  return ['own time by function:', ...lines(byFunction, SHOWN), '', 'own time by part:', ...lines(byPart, SHOWN)];
}

type Frame = Profile['nodes'][number]['callFrame'];

/** Folder of the bundled program, whose source maps locate functions in our sources and in packages. */
const PROGRAM_FOLDER = fileURLToPath(new URL('..', import.meta.url));
const maps = new Map<string, SourceMap | undefined>();

/** Returns the source map of a file of the program. */
function mapOf(url: string): SourceMap | undefined {
  const [, name] = /\/dist\/(portal[^/]*\.js)$/.exec(url) ?? [];
  if (name === undefined) return undefined;
  const file = join(PROGRAM_FOLDER, `${name}.map`);
  if (!maps.has(name))
    maps.set(name, existsSync(file) ? new SourceMap(JSON.parse(readFileSync(file, 'utf8'))) : undefined);
  return maps.get(name);
}

function inSource(frame: Frame): Frame {
  const map = mapOf(frame.url);
  if (!map) return frame;
  const found = map.findEntry(frame.lineNumber, frame.columnNumber);
  // Code that the bundler added has no source.
  if (!('originalSource' in found) || typeof found.originalSource !== 'string') return frame;
  return { ...frame, url: found.originalSource, lineNumber: found.originalLine };
}

type Naming = (frame: Frame) => string;

function sum(
  { samples, timeDeltas }: Profile,
  frames: ReadonlyMap<number, Frame>,
  nameOfFrame: Naming,
): Map<string, number> {
  const names = new Map([...frames].map(([id, frame]) => [id, nameOfFrame(frame)]));
  const total = new Map<string, number>();
  samples.forEach((id, index) => {
    const name = names.get(id) ?? '';
    if (NOT_WORK.has(name)) return;
    total.set(name, (total.get(name) ?? 0) + (timeDeltas[index] ?? 0));
  });
  return total;
}

function lines(total: ReadonlyMap<string, number>, most: number): string[] {
  const all = [...total.values()].reduce((a, b) => a + b, 0);
  return [...total]
    .sort(([, a], [, b]) => b - a)
    .slice(0, most)
    .map(([name, time]) => `  ${((time / all) * 100).toFixed(1).padStart(5)} %  ${name}`);
}

function nameOf({ functionName, url, lineNumber }: Frame): string {
  const file = url.replace(/^.*\/node_modules\/|^.*\.\.\/(?=src\/)/, '');
  return file === '' ? functionName || '(native)' : `${functionName || '(anonymous)'}  ${file}:${lineNumber + 1}`;
}

/** Returns the package, our folder, or the runtime that a function belongs to. */
function partOf({ url, functionName }: Frame): string {
  const dependency = /node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(url)?.[1];
  if (dependency) return dependency;
  const ours = /\/src\/([^/]+)/.exec(url)?.[1];
  if (ours) return `portal ${ours}`;
  if (url !== '') return url.split('/')[0] ?? url;
  return NOT_WORK.has(functionName) || functionName === '(garbage collector)' ? functionName : '(native)';
}
