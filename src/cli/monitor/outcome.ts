import { pluralize } from '../../domain/values/pluralize.js';
import { onOneLine } from '../../domain/values/text.js';
import type { LogReading } from './log-monitor.js';

/** Outcome of a round: the log was read, misbehaved, or could not be read. */
export type Outcome =
  | { readonly state: 'valid'; readonly look: LogReading }
  | { readonly state: 'fault' | 'unread'; readonly detail: string };

/** Status of a followed log in metrics and output. */
export interface Followed {
  readonly origin: string;
  /** Size of the last valid checkpoint, in leaves. */
  readonly size: number;
}

/** Returns the text for the terminal; `undefined` if nothing changed. */
export function textOf(outcome: Outcome, { origin }: Followed): string | undefined {
  if (outcome.state !== 'valid')
    return `${origin}  ${outcome.state === 'fault' ? 'FAULT' : 'not read'}  ${outcome.detail}`;
  const { before, checkpoint, entries, events, tiles, witnesses } = outcome.look;
  if (before === checkpoint.size) return undefined;
  const kinds = Object.entries(entries).map(([type, count]) => `${count} ${type}`);
  const by = witnesses.length === 0 ? '' : `, cosigned by ${witnesses.join(', ')}`;
  const head = `${origin}  valid  ${pluralize(checkpoint.size, 'leaf', 'leaves')}, ${checkpoint.size - before} new (${kinds.join(', ')}), ${pluralize(tiles, 'tile')} compared${by}`;
  return [head, ...events.map(({ index, entry }) => onOneLine(`  ${index}  ${entry}`))].join('\n');
}

/** The outcome as a line of JSON. */
export function jsonOf(outcome: Outcome, { origin, size }: Followed): string {
  if (outcome.state !== 'valid') return JSON.stringify({ origin, state: outcome.state, size, detail: outcome.detail });
  const { before, checkpoint, note, entries, events, tiles, witnesses } = outcome.look;
  const added = { new_leaves: checkpoint.size - before, entries, events, tiles_compared: tiles };
  return JSON.stringify({ origin, state: 'valid', size: checkpoint.size, ...added, witnesses, checkpoint: note });
}

/**
 * Returns the Prometheus text for the node exporter's text collector. `before` is the current content of the file. A
 * value that this round did not determine is copied from there, so a round that cannot read the log does not clear a
 * fault, even after a restart. `now` is in milliseconds.
 */
export function metricsOf(outcome: Outcome, { origin, size }: Followed, now: number, before: string): string {
  const label = `{log="${origin.replaceAll(/["\\]/g, '\\$&')}"}`;
  const lines = before.split('\n');
  const kept = (name: string) => {
    const begin = `${name}${label} `;
    return lines.find((line) => line.startsWith(begin))?.slice(begin.length);
  };
  const gauge = (name: string, help: string, found: number | undefined, first: number) =>
    `# HELP ${name} ${help}\n# TYPE ${name} gauge\n${name}${label} ${found ?? kept(name) ?? first}\n`;
  const { state } = outcome;
  const isValid = { valid: 1, fault: 0, unread: undefined }[state];
  const [read, at] = state === 'valid' ? [size, Math.floor(now / 1000)] : [];
  return [
    gauge('portal_log_monitor_valid', '0 = the log shows a fault', isValid, 1),
    gauge(
      'portal_log_monitor_reachable',
      '0 = the log could not be read in the last round',
      state === 'unread' ? 0 : 1,
      1,
    ),
    gauge('portal_log_monitor_size', 'Leaves of the last valid checkpoint', read, size),
    gauge('portal_log_monitor_checked_timestamp_seconds', 'When the last valid checkpoint was read', at, 0),
  ].join('');
}
