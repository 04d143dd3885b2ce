import type { TreeNode } from '../../../attestation/merkle.js';
import type { LogTree } from '../../log/log-head.js';

/** A node to be written. */
interface GrownNode {
  readonly organizationId: string;
  readonly node: TreeNode;
}

/**
 * Trees extended in the open transaction, by organization, and the nodes completed in it. They are written once, before
 * the commit, instead of with each leaf.
 */
export class GrownTrees {
  private trees = new Map<string, LogTree>();
  private nodes: GrownNode[] = [];
  /** Number of nodes of the decisions before the present one. */
  private accepted = 0;
  /** Trees that the present decision replaced, to restore them if it is rolled back. */
  private replaced: [organizationId: string, before: LogTree | undefined][] = [];

  get(organizationId: string): LogTree | undefined {
    return this.trees.get(organizationId);
  }

  set(organizationId: string, tree: LogTree): void {
    this.replaced.push([organizationId, this.trees.get(organizationId)]);
    this.trees.set(organizationId, tree);
  }

  addNodes(organizationId: string, nodes: readonly TreeNode[]): void {
    for (const node of nodes) this.nodes.push({ organizationId, node });
  }

  /** Returns the nodes of a tree that have yet to be written. */
  nodesOf(organizationId: string): readonly TreeNode[] {
    return this.nodes.flatMap((grown) => (grown.organizationId === organizationId ? [grown.node] : []));
  }

  /** Keeps the changes of a decision. */
  accept(): void {
    if (this.replaced.length > 0) this.replaced = [];
    this.accepted = this.nodes.length;
  }

  /** Reverts the changes of a decision. */
  revert(): void {
    for (const [organizationId, before] of this.replaced.reverse()) {
      if (before) this.trees.set(organizationId, before);
      else this.trees.delete(organizationId);
    }
    this.replaced = [];
    this.nodes.length = this.accepted;
  }

  /** Returns all trees and nodes to write, and clears them. */
  take() {
    const { nodes } = this;
    const trees = [...this.trees];
    this.clear();
    return { trees, nodes };
  }

  /** Clears the trees after the transaction. */
  clear(): void {
    if (this.trees.size > 0) this.trees = new Map();
    if (this.nodes.length > 0) this.nodes = [];
    this.accepted = 0;
    if (this.replaced.length > 0) this.replaced = [];
  }
}
