import { setTimeout as sleep } from 'node:timers/promises';
import { TILE_WIDTH, type Tile, tilePath } from '../../attestation/tile.js';
import { runWithTimeLimit } from '../../outbound/run-with-time-limit.js';
import { responseBytes } from '../../response-bytes.js';
import { MonitorMiss } from './outcome-errors.js';

/** Maximum size of a response: a bundle of 256 entries of 65,535 bytes each. */
const MAX_BYTES = 256 * 65_537;
/** Time limit of a request, in milliseconds. */
const TIMEOUT = 30_000;
/** Maximum tries while the log responds with 429 or 503, and the longest `Retry-After` that is honored, in seconds. */
const TRIES = 5;
const MAX_WAIT = 60;

interface Answer {
  readonly status: number;
  readonly retryAfter: string | null;
  /** Body of a successful response. */
  readonly bytes?: Uint8Array;
}

/** Files of a log (C2SP tlog-tiles), read over HTTP. */
export class LogFiles {
  private readonly prefix: string;
  private readonly stop: AbortSignal;

  /** `prefix`: URL of the log, without a trailing slash. */
  constructor(prefix: string, stop: AbortSignal) {
    this.prefix = prefix;
    this.stop = stop;
  }

  /**
   * Reads the document at the prefix itself; `undefined` for a 404.
   * @throws MonitorMiss
   */
  index(): Promise<Uint8Array | undefined> {
    return this.read(this.prefix);
  }

  /** @throws MonitorMiss */
  async checkpoint(): Promise<string> {
    const bytes = await this.read(`${this.prefix}/checkpoint`);
    if (!bytes) throw new MonitorMiss(`${this.prefix}/checkpoint is not there`);
    return new TextDecoder().decode(bytes);
  }

  /**
   * Returns the bytes of a tile. A log may delete a partial tile once the full tile exists; in that case `cut` extracts
   * the partial tile from the full one, or returns `undefined` if it cannot.
   * @throws MonitorMiss when neither exists
   */
  async tile(tile: Tile, cut: (full: Uint8Array) => Uint8Array | undefined): Promise<Uint8Array> {
    const url = this.urlOf(tile);
    const bytes = await this.read(url);
    if (bytes) return bytes;
    const full = tile.width < TILE_WIDTH ? await this.read(this.urlOf({ ...tile, width: TILE_WIDTH })) : undefined;
    const begin = full && cut(full);
    if (begin) return begin;
    throw new MonitorMiss(`${url} is not there`);
  }

  private urlOf(tile: Tile): string {
    return `${this.prefix}/tile/${tilePath(tile)}`;
  }

  /** Returns the body, or `undefined` for a 404. Retries later if the log asks for that (429, 503). */
  private async read(url: string): Promise<Uint8Array | undefined> {
    for (let tries = 1; ; tries += 1) {
      const { status, retryAfter, bytes } = await this.request(url);
      if (bytes || status === 404) return bytes;
      const wait = Number(retryAfter ?? 1);
      const isLater = status === 429 || status === 503;
      if (!isLater || tries === TRIES || !(wait >= 0 && wait <= MAX_WAIT))
        throw new MonitorMiss(`${url} answered ${status}`);
      await sleep(wait * 1000, undefined, { signal: this.stop });
    }
  }

  private async request(url: string): Promise<Answer> {
    try {
      return await runWithTimeLimit(this.stop, TIMEOUT, async (signal) => {
        const headers = { 'accept-encoding': 'gzip, identity' };
        const response = await fetch(url, { headers, redirect: 'error', signal });
        const { ok, status } = response;
        const retryAfter = response.headers.get('retry-after');
        if (ok) return { status, retryAfter, bytes: Uint8Array.from(await responseBytes(response, MAX_BYTES)) };
        await response.body?.cancel();
        return { status, retryAfter };
      });
    } catch (cause) {
      throw this.missed(url, cause);
    }
  }

  private missed(url: string, cause: unknown): unknown {
    if (this.stop.aborted) return this.stop.reason;
    const inner = cause instanceof Error ? (cause.cause ?? cause) : cause;
    return new MonitorMiss(`${url} cannot be read: ${inner instanceof Error ? inner.message : String(inner)}`);
  }
}
