import type {
  Decision,
  DueName,
  ListName,
  ListPage,
  Lists,
  Rows,
  Sealing,
  SecretName,
  Store,
} from '../../src/ports.js';

/** A store that delegates every method to another store; subclasses override single methods. */
export class WrappedStore implements Store {
  protected readonly inner: Store;

  constructor(inner: Store) {
    this.inner = inner;
  }

  read<R>(look: (rows: Rows) => R): Promise<R> {
    return this.inner.read(look);
  }

  update<R>(decide: (rows: Rows) => Decision<R>, scope?: string): Promise<R> {
    return this.inner.update(decide, scope);
  }

  list<N extends ListName>(
    name: N,
    filter: Lists[N]['filter'],
    after: Lists[N]['position'] | undefined,
    limit: number,
  ): Promise<ListPage<N>> {
    return this.inner.list(name, filter, after, limit);
  }

  vocabulary(...args: Parameters<Store['vocabulary']>) {
    return this.inner.vocabulary(...args);
  }

  candidates(...args: Parameters<Store['candidates']>) {
    return this.inner.candidates(...args);
  }

  due(name: DueName, at: number, limit: number) {
    return this.inner.due(name, at, limit);
  }

  forget(isThorough?: boolean) {
    return this.inner.forget(isThorough);
  }

  giveBack() {
    return this.inner.giveBack();
  }

  findKeyByHash(hash: string) {
    return this.inner.findKeyByHash(hash);
  }

  findKeyByToken(hash: string) {
    return this.inner.findKeyByToken(hash);
  }

  signLog(organizationId: string) {
    return this.inner.signLog(organizationId);
  }

  noteLogs() {
    return this.inner.noteLogs();
  }

  get sealing(): Sealing {
    return this.inner.sealing;
  }

  secret(name: SecretName): Buffer {
    return this.inner.secret(name);
  }

  check(): Promise<void> {
    return this.inner.check();
  }

  close(): Promise<void> {
    return this.inner.close();
  }
}
