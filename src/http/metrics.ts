/** Counters of this process in the Prometheus text format. */
export class Metrics {
  private readonly calls = new Map<string, { count: number; milliseconds: number }>();
  private readonly others: () => Readonly<Record<string, number>>;

  /** `others` reads the counters of other parts, by metric name. */
  constructor(others: () => Readonly<Record<string, number>>) {
    this.others = others;
  }

  /** One finished request; outcome is `ok` or an error code. */
  count(operation: string, outcome: string, milliseconds: number): void {
    const labels = `{operation="${operation}",outcome="${outcome}"}`;
    const entry = this.calls.get(labels) ?? { count: 0, milliseconds: 0 };
    entry.count += 1;
    entry.milliseconds += milliseconds;
    this.calls.set(labels, entry);
  }

  text(): string {
    const calls = [...this.calls];
    const lines = [
      '# TYPE portal_requests_total counter',
      ...calls.map(([labels, { count }]) => `portal_requests_total${labels} ${count}`),
      '# TYPE portal_request_seconds_total counter',
      ...calls.map(([labels, { milliseconds }]) => `portal_request_seconds_total${labels} ${milliseconds / 1000}`),
      ...Object.entries(this.others()).flatMap(([name, value]) => [`# TYPE ${name} counter`, `${name} ${value}`]),
    ];
    return `${lines.join('\n')}\n`;
  }
}
