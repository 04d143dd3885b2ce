import { createHash } from 'node:crypto';
import { appendLeaf, type HashAt, rootOf } from '../../src/attestation/merkle.js';

/** Grows a tree and keeps the hash of every complete subtree, as a store does. */
export function growTree(leaves: readonly Uint8Array[]) {
  const stored = new Map<string, Uint8Array>();
  const roots = [rootOf([])];
  let peaks: readonly Uint8Array[] = [];
  leaves.forEach((leaf, size) => {
    const appended = appendLeaf(peaks, size, leaf);
    for (const { level, position, hash } of appended.nodes) {
      const name = `${level}/${position}`;
      if (stored.has(name)) throw new Error(`the subtree ${name} is stored twice`);
      stored.set(name, hash);
    }
    peaks = appended.peaks;
    roots.push(rootOf(peaks));
  });
  const hashAt: HashAt = (level, position) => {
    const hash = stored.get(`${level}/${position}`);
    if (!hash) throw new Error(`there is no subtree ${level}/${position}`);
    return hash;
  };
  return { hashAt, stored, /** Root of each size. */ roots };
}

/** MTH, PATH and PROOF of RFC 6962, 2.1, transcribed literally; `begin` and `end` (exclusive) select the leaves. */
export function referenceTree(leafHashes: readonly Uint8Array[]) {
  const known = new Map<number, Uint8Array>();
  const split = (size: number) => {
    let k = 1;
    while (k * 2 < size) k *= 2;
    return k;
  };

  function mth(begin: number, end: number): Uint8Array {
    const [leaf] = leafHashes.slice(begin, end);
    if (!leaf) return sha256();
    if (end - begin === 1) return leaf;
    const name = begin * 2 ** 20 + end;
    const k = begin + split(end - begin);
    const hash = known.get(name) ?? sha256(Uint8Array.of(1), mth(begin, k), mth(k, end));
    known.set(name, hash);
    return hash;
  }

  function path(m: number, begin: number, end: number): Uint8Array[] {
    if (end - begin === 1) return [];
    const k = split(end - begin);
    if (m < k) return [...path(m, begin, begin + k), mth(begin + k, end)];
    return [...path(m - k, begin + k, end), mth(begin, begin + k)];
  }

  function subproof(m: number, begin: number, end: number, complete: boolean): Uint8Array[] {
    const n = end - begin;
    if (m === n) return complete ? [] : [mth(begin, end)];
    const k = split(n);
    if (m <= k) return [...subproof(m, begin, begin + k, complete), mth(begin + k, end)];
    return [...subproof(m - k, begin + k, end, false), mth(begin, begin + k)];
  }

  return {
    root: (size: number) => mth(0, size),
    path: (m: number, size: number) => path(m, 0, size),
    proof: (m: number, size: number) => subproof(m, 0, size, true),
  };
}

function sha256(...parts: readonly Uint8Array[]): Uint8Array {
  const hash = createHash('sha256');
  for (const part of parts) hash.update(part);
  return Uint8Array.from(hash.digest());
}

/** Joins hashes into one string, so that lists compare quickly. */
export function hexOf(hashes: readonly Uint8Array[]): string {
  return hashes.map((hash) => Buffer.from(hash).toString('hex')).join(' ');
}
