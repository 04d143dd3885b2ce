import { existsSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { Command } from 'commander';
import { openCheckpoint } from '../../attestation/checkpoint.js';
import { type NoteVerifier, readVkey, vkeyOf } from '../../attestation/note.js';
import { readPolicy } from '../../attestation/policy.js';
import { TiledTree } from '../../attestation/tiled-tree.js';
import { systemClock } from '../../system.js';
import type { Cli } from '../command.js';
import { httpUrl } from '../http-url.js';
import { readText } from '../json-file.js';
import { LogFiles } from '../monitor/log-files.js';
import { type KnownLog, type MonitorOptions, readLog } from '../monitor/log-monitor.js';
import { type Followed, jsonOf, metricsOf, type Outcome, textOf } from '../monitor/outcome.js';
import { MonitorFault, MonitorMiss } from '../monitor/outcome-errors.js';
import { fetchPublishedKey } from '../monitor/published-key.js';
import { readState, writeState } from '../monitor/state-file.js';
import { CommandError } from '../output.js';
import { withFileName } from '../receipt/attestation-text.js';
import { wholeNumber } from '../whole-number.js';
import { writeFileAtomically } from '../write-file-atomically.js';

/** Exit code when the log provably misbehaved. */
const FAULT = 6;
const EXAMPLE = 'https://portal.example/logs/org_1/1';

interface Options {
  readonly log?: string;
  readonly state?: string;
  readonly policy?: string;
  readonly checkpoint?: readonly string[];
  readonly interval: string;
  readonly metrics?: string;
  readonly once?: boolean;
  readonly json?: boolean;
}

export function monitorCommand(cli: Cli): Command {
  return new Command('monitor')
    .description('follow a public log: check every checkpoint, entry and tile, and report changes')
    .argument('<url>', `URL of the log, such as ${EXAMPLE}`)
    .option(
      '--log <vkey>',
      "the log's verifier key that you know (default: that of the state, else the one that the portal names)",
    )
    .option('--state <file>', 'state file, so that the next run continues from there')
    .option('--policy <file>', 'policy (C2SP tlog-policy) whose quorum of witnesses each checkpoint must have')
    .option('--checkpoint <file...>', 'checkpoints kept elsewhere, which the log must extend')
    .option('--interval <seconds>', 'time between two rounds', '60')
    .option('--metrics <file>', 'file to write Prometheus metrics to after each round')
    .option('--once', 'one round; exits with 1 when the log could not be read')
    .option('--json', 'print a line of JSON for each round')
    .action((url: string, options: Options) => follow(cli, url, options));
}

/** @throws CommandError when the log misbehaves, or with `--once` when it cannot be read */
async function follow(cli: Cli, url: string, options: Options): Promise<void> {
  const range = { min: 1, max: 86_400 };
  const interval = wholeNumber('--interval', options.interval, 'must be 1 to 86400 seconds', range);
  const prefix = httpUrl(url, `<url> must be the URL of a log, such as ${EXAMPLE}`);
  const kept = options.state === undefined ? undefined : readState(options.state);
  const log = await keyOf(cli, prefix, options, kept?.log);
  const settings = settingsOf(options, log, kept?.known);
  const files = new LogFiles(prefix, cli.stop);
  let known = beginning(settings, kept?.known);
  for (;;) {
    const round = await roundOf(files, known, settings, cli.stop);
    if (round === 'stopped') return;
    known = round.known;
    report(cli, options, round.outcome, { origin: log.name, size: known.tree.size });
    if (round.outcome.state === 'fault') throw new CommandError(`${prefix}: ${round.outcome.detail}`, FAULT);
    if (options.state !== undefined && round.outcome.state === 'valid') writeState(options.state, log, known);
    if (options.once && round.outcome.state === 'unread') throw new CommandError(round.outcome.detail);
    if (options.once) return;
    await sleep(interval * 1000, undefined, { signal: cli.stop }).catch(() => undefined);
  }
}

interface Round {
  readonly outcome: Outcome;
  readonly known: KnownLog;
}

async function roundOf(
  files: LogFiles,
  before: KnownLog,
  settings: MonitorOptions,
  stop: AbortSignal,
): Promise<Round | 'stopped'> {
  if (stop.aborted) return 'stopped';
  try {
    const { look, known } = await readLog(files, before, settings);
    return { outcome: { state: 'valid', look }, known };
  } catch (error) {
    if (stop.aborted) return 'stopped';
    if (error instanceof MonitorFault) return { outcome: { state: 'fault', detail: error.message }, known: before };
    if (error instanceof MonitorMiss) return { outcome: { state: 'unread', detail: error.message }, known: before };
    throw error;
  }
}

function report({ output }: Cli, { json, metrics }: Options, outcome: Outcome, followed: Followed): void {
  const text = textOf(outcome, followed);
  if (json) output.out(jsonOf(outcome, followed));
  else if (text !== undefined && outcome.state === 'valid') output.out(text);
  else if (text !== undefined && outcome.state === 'unread') output.err(text);
  if (metrics === undefined) return;
  const before = existsSync(metrics) ? readText(metrics) : '';
  writeFileAtomically(metrics, metricsOf(outcome, followed, systemClock.now(), before));
}

/** Builds the options of the monitor. The kept checkpoints are those of `--checkpoint` and that of the state. */
function settingsOf(
  { policy, checkpoint = [] }: Options,
  log: NoteVerifier,
  known: KnownLog | undefined,
): MonitorOptions {
  const named = checkpoint.map((file) => withFileName(file, () => openCheckpoint(readText(file), log)));
  const last = known?.checkpoint === undefined ? [] : [openCheckpoint(known.checkpoint, log)];
  return {
    log,
    kept: [...named, ...last],
    policy: policy === undefined ? undefined : withFileName(policy, () => readPolicy(readText(policy))),
  };
}

/**
 * Returns the state to continue from: the known one, or the empty log if none is known or a kept checkpoint is smaller.
 * A smaller checkpoint cannot be compared with the known tree, which has only the hashes of its right edge.
 */
function beginning({ kept }: MonitorOptions, known: KnownLog | undefined): KnownLog {
  if (known && kept.every(({ size }) => size >= known.tree.size)) return known;
  return { checkpoint: undefined, tree: new TiledTree(), received_at: 0 };
}

/** Verification key: the one given by the user, else that of the state, else the one that the portal publishes. */
async function keyOf(
  cli: Cli,
  prefix: string,
  { log }: Options,
  kept: NoteVerifier | undefined,
): Promise<NoteVerifier> {
  const named = log === undefined ? undefined : withFileName('--log', () => readVkey(log));
  if (named && kept && vkeyOf(named) !== vkeyOf(kept))
    throw new CommandError('--log: the state is of another log, or of another key of this one');
  const key = named ?? kept;
  if (key) return key;
  const found = await fetchPublishedKey(prefix, cli.stop);
  cli.output.err(`${vkeyOf(found)} is the key that the portal names; name the one that you know with --log`);
  return found;
}
