import type { LogTree } from '../../log/log-head.js';

/**
 * The trees that have grown in the open transaction, by organization. Their heads are written once, before it is committed, and not
 * with each leaf.
 */
export class GrownTrees {
  private readonly trees = new Map<string, LogTree>();
  /** What the writes of the present decision have replaced, to be put back when they are taken back. */
  private replaced: [organizationId: string, before: LogTree | undefined][] = [];

  get(organizationId: string): LogTree | undefined {
    return this.trees.get(organizationId);
  }

  set(organizationId: string, tree: LogTree): void {
    this.replaced.push([organizationId, this.trees.get(organizationId)]);
    this.trees.set(organizationId, tree);
  }

  /** The writes of a decision stay. */
  kept(): void {
    this.replaced = [];
  }

  /** The writes of a decision are taken back. */
  undone(): void {
    for (const [organizationId, before] of this.replaced.reverse()) {
      if (before) this.trees.set(organizationId, before);
      else this.trees.delete(organizationId);
    }
    this.replaced = [];
  }

  /** All of them, to be written; then there are none. */
  take(): readonly (readonly [organizationId: string, tree: LogTree])[] {
    const all = [...this.trees];
    this.forget();
    return all;
  }

  /** The transaction has ended. */
  forget(): void {
    this.trees.clear();
    this.replaced = [];
  }
}
