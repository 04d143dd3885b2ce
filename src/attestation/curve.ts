import { bytesToHex } from '@noble/hashes/utils.js';

/** Curve of Ed25519 (RFC 8032, 5.1): -x² + y² = 1 + dx²y² over the integers modulo P. */

/** Field prime, 2^255 - 19. */
export const P = 2n ** 255n - 19n;
const D = 37095705934669439343138083508754565189542113879843219016388785533085940283555n;

export function littleEndian(bytes: Uint8Array): bigint {
  return BigInt(`0x${bytesToHex(Uint8Array.from(bytes).reverse())}`);
}

/**
 * True if a point of the curve has this y coordinate (RFC 8032, 5.1.3): x² = (y² - 1) / (dy² + 1) has a root. The
 * quotient is a square exactly if the product is one, so nothing is inverted.
 */
export function isOnCurve(y: bigint): boolean {
  const square = (y * y) % P;
  return jacobi(((square - 1n + P) * (D * square + 1n)) % P, P) !== -1;
}

/** Jacobi symbol of `a` modulo an odd `n`: for a prime, 1 for squares, -1 for others, 0 for multiples of `n`. */
function jacobi(a: bigint, n: bigint): number {
  let symbol = 1;
  let [top, bottom] = [a % n, n];
  while (top !== 0n) {
    for (; (top & 1n) === 0n; top >>= 1n) {
      if ((bottom & 7n) === 3n || (bottom & 7n) === 5n) symbol = -symbol;
    }
    if ((top & 3n) === 3n && (bottom & 3n) === 3n) symbol = -symbol;
    [top, bottom] = [bottom % top, top];
  }
  return bottom === 1n ? symbol : 0;
}
