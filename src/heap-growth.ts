import { PerformanceObserver } from 'node:perf_hooks';
import { getHeapSpaceStatistics, setFlagsFromString } from 'node:v8';

/** Maximum size of V8's young generation, both halves together. Bytes. */
const MAX_YOUNG_BYTES = 16 * 2 ** 20;
/** Growth of the heap since the last full collection, in percent, at which V8 collects all garbage again. */
const GROWTH_PERCENT = 25;

/**
 * Makes V8's heap grow less than by default (bench/tried.md, Searches, start and memory), unless Node's options set the
 * same. V8 would quadruple the old generation before it collects its garbage. Until the returned function is called, the
 * young generation keeps its initial 2 MB, since loading creates objects that stay, for which V8 would give it all the
 * memory that it may have. After that it grows up to `MAX_YOUNG_BYTES`. So little of it survives a collection that waking
 * other threads for it takes longer than the collection by itself.
 */
export function slowHeapGrowth(nodeOptions: string): () => void {
  if (!/heap[-_]growing/.test(nodeOptions)) setFlagsFromString(`--heap-growing-percent=${GROWTH_PERCENT}`);
  if (!/parallel[-_]scavenge/.test(nodeOptions)) setFlagsFromString('--no-parallel-scavenge');
  if (/semi[-_]space/.test(nodeOptions)) return () => undefined;
  setYoungGrowth(false);
  return limitYoungGeneration;
}

/** Only the growth factor has an effect on a running V8; the option for the maximum size has none. */
function limitYoungGeneration(): void {
  let isGrowing = false;
  const update = () => {
    const mayGrow = youngBytes() < MAX_YOUNG_BYTES;
    if (mayGrow !== isGrowing) setYoungGrowth(mayGrow);
    isGrowing = mayGrow;
  };
  update();
  // V8 also shrinks it, when a full collection finds that little is allocated.
  new PerformanceObserver(update).observe({ entryTypes: ['gc'] });
}

function setYoungGrowth(mayGrow: boolean): void {
  setFlagsFromString(`--semi-space-growth-factor=${mayGrow ? 2 : 1}`);
}

function youngBytes(): number {
  const young = getHeapSpaceStatistics().find(({ space_name }) => space_name === 'new_space');
  return young?.space_size ?? 0;
}
