interface Metric {
  readonly name: string;
  readonly type: string;
  readonly help: string;
}

/** Parses the metrics declared in a Prometheus text. */
export function metricsIn(text: string): Metric[] {
  const helps = new Map([...text.matchAll(/^# HELP (\w+) (.*)$/gm)].map(([, name = '', help = '']) => [name, help]));
  return [...text.matchAll(/^# TYPE (\w+) (\w+)$/gm)].map(([, name = '', type = '']) => ({
    name,
    type,
    help: helps.get(name) ?? '',
  }));
}

/** Returns the value of a series, by its name and labels exactly as in the text; NaN if the series is absent. */
export function seriesValue(text: string, series: string): number {
  const line = text.split('\n').find((one) => one.startsWith(`${series} `));
  return Number(line?.slice(series.length + 1) ?? Number.NaN);
}
