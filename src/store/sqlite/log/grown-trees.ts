import type { LogTree } from '../../log/log-head.js';

/**
 * Trees extended in the open transaction, by organization. Their heads are written once, before the commit, instead of
 * with each leaf.
 */
export class GrownTrees {
  private readonly trees = new Map<string, LogTree>();
  /** Trees that the present decision replaced, to restore them if it is rolled back. */
  private replaced: [organizationId: string, before: LogTree | undefined][] = [];

  get(organizationId: string): LogTree | undefined {
    return this.trees.get(organizationId);
  }

  set(organizationId: string, tree: LogTree): void {
    this.replaced.push([organizationId, this.trees.get(organizationId)]);
    this.trees.set(organizationId, tree);
  }

  /** Keeps the changes of a decision. */
  accept(): void {
    this.replaced = [];
  }

  /** Reverts the changes of a decision. */
  revert(): void {
    for (const [organizationId, before] of this.replaced.reverse()) {
      if (before) this.trees.set(organizationId, before);
      else this.trees.delete(organizationId);
    }
    this.replaced = [];
  }

  /** Returns all trees to write, and clears them. */
  take(): readonly (readonly [organizationId: string, tree: LogTree])[] {
    const all = [...this.trees];
    this.clear();
    return all;
  }

  /** Clears the trees after the transaction. */
  clear(): void {
    this.trees.clear();
    this.replaced = [];
  }
}
