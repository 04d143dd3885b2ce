/**
 * Edit distance between two words: insertions, deletions, substitutions and swaps of adjacent letters. Returns `most` +
 * 1 if the distance exceeds `most`.
 */
export function editDistance(one: string, other: string, most: number): number {
  if (Math.abs(one.length - other.length) > most) return most + 1;
  let before: number[] = [];
  let last = Array.from({ length: other.length + 1 }, (_, index) => index);
  for (let row = 1; row <= one.length; row += 1) {
    const current = [row];
    let least = row;
    for (let column = 1; column <= other.length; column += 1) {
      const cost = nextCost(one, other, row, column, { before, last, current });
      current.push(cost);
      least = Math.min(least, cost);
    }
    if (least > most) return most + 1;
    before = last;
    last = current;
  }
  return Math.min(last[other.length] ?? 0, most + 1);
}

interface Costs {
  readonly before: readonly number[];
  readonly last: readonly number[];
  readonly current: readonly number[];
}

function nextCost(one: string, other: string, row: number, column: number, { before, last, current }: Costs): number {
  const at = (costs: readonly number[], index: number) => costs[index] ?? Number.POSITIVE_INFINITY;
  const isSame = one[row - 1] === other[column - 1];
  const cost = Math.min(at(last, column) + 1, at(current, column - 1) + 1, at(last, column - 1) + (isSame ? 0 : 1));
  const isSwapped = row > 1 && column > 1 && one[row - 1] === other[column - 2] && one[row - 2] === other[column - 1];
  return isSwapped ? Math.min(cost, at(before, column - 2) + 1) : cost;
}
