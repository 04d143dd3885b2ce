import { setTimeout as sleep } from 'node:timers/promises';
import { TILE_WIDTH, type Tile, tilePath } from '../../attestation/tile.js';
import { limited } from '../../outbound/limited.js';
import { responseBytes } from '../../response-bytes.js';
import { MonitorMiss } from './outcome-errors.js';

/** Bytes of one answer at most: a bundle of 256 entries of 65,535 bytes. */
const MAX_BYTES = 256 * 65_537;
/** How long one request may take. Milliseconds. */
const TIMEOUT = 30_000;
/** How often a request is sent that is answered with "later", and the longest wait that is followed. Seconds. */
const TRIES = 5;
const MAX_WAIT = 60;

interface Answer {
  readonly status: number;
  readonly retryAfter: string | null;
  /** Of an answer that is no refusal. */
  readonly bytes?: Uint8Array;
}

/** The files of a log (C2SP tlog-tiles), read over HTTP. */
export class LogFiles {
  private readonly prefix: string;
  private readonly stop: AbortSignal;

  /** `prefix`: URL of the log without a slash at the end. */
  constructor(prefix: string, stop: AbortSignal) {
    this.prefix = prefix;
    this.stop = stop;
  }

  /** What is at the prefix itself; undefined for 404. @throws MonitorMiss */
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
   * The bytes of a tile. A partial one may be gone when the full one is there; then it is the beginning of that, and the answer
   * is undefined for `cut` to decide.
   * @throws MonitorMiss when neither is there
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

  /** Undefined for 404. Waits where the log asks for it (429, 503). */
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
      return await limited(this.stop, TIMEOUT, async (signal) => {
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
