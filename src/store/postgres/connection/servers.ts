/** Selects the server of a URL that accepts writes. */
export class Servers {
  private readonly urls: readonly string[];
  private current = 0;

  constructor(url: string) {
    this.urls = splitServers(url);
  }

  get count(): number {
    return this.urls.length;
  }

  /** URL of the next connection. */
  get url(): string {
    return this.urls[this.current] ?? '';
  }

  /** Switches to the next server after a failed connection, unless that has happened already. */
  markFailed(url: string): void {
    if (this.url === url) this.current = (this.current + 1) % this.count;
  }
}

/** One URL per server of `postgres://USER:PASSWORD@ONE:5432,OTHER:5432/DATABASE`, as libpq reads it. */
function splitServers(url: string): string[] {
  const [, before = '', servers = '', after = ''] = /^([^/]*\/\/(?:[^@/?#]*@)?)([^/?#]*)(.*)$/s.exec(url) ?? [];
  return servers.includes(',') ? servers.split(',').map((server) => `${before}${server}${after}`) : [url];
}
