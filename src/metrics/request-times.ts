import { Histogram, type Registry } from 'prom-client';

/** Histogram buckets, in seconds. */
const SECONDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10];

type Observe = (seconds: number) => void;

/** Durations of requests. Both labels have few values: names of operations, and error codes or statuses. */
export class RequestTimes {
  private readonly histogram: Histogram<'operation' | 'outcome'>;
  /** Cached series, since the library checks and hashes the labels at each lookup. */
  private readonly known = new Map<string, Map<string, Observe>>();

  constructor(registry: Registry) {
    this.histogram = new Histogram({
      name: 'portal_request_duration_seconds',
      help: 'Seconds from the first byte of an HTTP request to the end of its response, by operation (none = not an operation) and outcome (ok, an error code, or a status)',
      labelNames: ['operation', 'outcome'],
      buckets: SECONDS,
      registers: [registry],
    });
  }

  count(operation: string, outcome: string, milliseconds: number): void {
    const outcomes = this.known.get(operation) ?? new Map<string, Observe>();
    this.known.set(operation, outcomes);
    const observe = outcomes.get(outcome) ?? this.histogram.labels(operation, outcome).observe;
    outcomes.set(outcome, observe);
    observe(milliseconds / 1000);
  }
}
