import { type IntervalHistogram, monitorEventLoopDelay } from 'node:perf_hooks';
import { Histogram, type Registry } from 'prom-client';

/** Interval in milliseconds between samples of the event loop; a longer delay is a stall. */
const RESOLUTION_MS = 5;
/** Length in milliseconds of the intervals whose longest stall is counted. */
const INTERVAL_MS = 1_000;
const NANOSECONDS = 1e9;
const BUCKETS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

/** Histogram of the longest time in each second during which the event loop could start nothing. */
export class Stalls {
  private readonly seconds: Histogram;

  constructor(registry: Registry) {
    this.seconds = new Histogram({
      name: 'portal_event_loop_stall_seconds',
      help: 'Longest stall of the event loop in each second, in seconds: nothing else was answered meanwhile',
      buckets: BUCKETS,
      registers: [registry],
    });
  }

  /** Watches the process until it ends. */
  watch(): void {
    const delays = monitorEventLoopDelay({ resolution: RESOLUTION_MS });
    delays.enable();
    setInterval(() => this.count(delays), INTERVAL_MS).unref();
  }

  /**
   * Counts the longest delay since the last count. A sample includes the regular interval, which is therefore
   * subtracted.
   */
  count(delays: Pick<IntervalHistogram, 'max' | 'reset'>): void {
    this.seconds.observe(Math.max(0, delays.max - RESOLUTION_MS * 1e6) / NANOSECONDS);
    delays.reset();
  }
}
