interface Metric {
  readonly name: string;
  readonly type: string;
  readonly help: string;
}

/** The metrics that a text in the Prometheus format declares. */
export function metricsIn(text: string): Metric[] {
  const helps = new Map([...text.matchAll(/^# HELP (\w+) (.*)$/gm)].map(([, name = '', help = '']) => [name, help]));
  return [...text.matchAll(/^# TYPE (\w+) (\w+)$/gm)].map(([, name = '', type = '']) => ({
    name,
    type,
    help: helps.get(name) ?? '',
  }));
}

/** The value of a series, by its name and labels as they are written; NaN = there is none. */
export function seriesValue(text: string, series: string): number {
  const line = text.split('\n').find((one) => one.startsWith(`${series} `));
  return Number(line?.slice(series.length + 1) ?? Number.NaN);
}
