const PLURALS =
  'knife knives|wife wives|life lives|leaf leaves|loaf loaves|shelf shelves|half halves|calf calves|wolf wolves|scarf scarves|thief thieves|elf elves|' +
  'man men|woman women|child children|foot feet|tooth teeth|mouse mice|goose geese|person people|die dice';

/** English plurals that stemming misses, with their singular. */
export const IRREGULAR: ReadonlyMap<string, string> = new Map(
  PLURALS.split('|').map((pair) => {
    const [one = '', many = ''] = pair.split(' ');
    return [many, one];
  }),
);
