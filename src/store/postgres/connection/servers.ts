/** Selects one of the servers listed in a URL: after a failed connection, the next one. */
export class Servers {
  private readonly urls: readonly string[];
  private current = 0;

  constructor(url: string) {
    this.urls = splitServers(url);
  }

  get count(): number {
    return this.urls.length;
  }

  /** URL for the next connection. */
  get url(): string {
    return this.urls[this.current] ?? '';
  }

  /** Switches to the next server after a failed connection, unless another failure already did. */
  markFailed(url: string): void {
    if (this.url === url) this.current = (this.current + 1) % this.count;
  }
}

/** Splits `postgres://USER:PASSWORD@ONE:5432,OTHER:5432/DATABASE` into one URL per server, as libpq does. */
function splitServers(url: string): string[] {
  const [, before = '', servers = '', after = ''] = /^([^/]*\/\/(?:[^@/?#]*@)?)([^/?#]*)(.*)$/s.exec(url) ?? [];
  return servers.includes(',') ? servers.split(',').map((server) => `${before}${server}${after}`) : [url];
}
