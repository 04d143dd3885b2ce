/** Colors as `#rrggbb`, and their contrast (WCAG 2.2, 1.4.3). */

/** Minimum contrast between text and background. */
const TEXT_CONTRAST = 4.5;

const FORM = /^#[0-9a-f]{6}$/i;

export function isColor(text: string): boolean {
  return FORM.test(text);
}

/** Computes the contrast ratio between two colors, from 1 to 21. */
export function contrast(one: string, other: string): number {
  const [light = 0, dark = 0] = [luminance(one), luminance(other)].sort((a, b) => b - a);
  return (light + 0.05) / (dark + 0.05);
}

/** Mixes the color with another until text in the mixture is readable on the background. */
export function makeReadable(color: string, background: string, towards: string): string {
  const steps = Array.from({ length: 51 }, (_, step) => mixed(color, towards, step / 50));
  return steps.find((one) => contrast(one, background) >= TEXT_CONTRAST) ?? towards;
}

/** Creates a dark color. `hue`: degrees on the color wheel. */
export function darkColor(hue: number): string {
  const [saturation, lightness] = [0.55, 0.3];
  const reach = saturation * Math.min(lightness, 1 - lightness);
  const part = (offset: number) => {
    const at = (offset + hue / 30) % 12;
    return 255 * (lightness - reach * Math.max(-1, Math.min(at - 3, 9 - at, 1)));
  };
  return hex([part(0), part(8), part(4)]);
}

function mixed(color: string, other: string, share: number): string {
  const [from, to] = [partsOf(color), partsOf(other)];
  return hex(from.map((part, index) => part + ((to[index] ?? 0) - part) * share));
}

function luminance(color: string): number {
  const [red = 0, green = 0, blue = 0] = partsOf(color).map((part) => {
    const share = part / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function partsOf(color: string): number[] {
  return [1, 3, 5].map((at) => Number.parseInt(color.slice(at, at + 2), 16));
}

function hex(parts: readonly number[]): string {
  return `#${parts.map((part) => Math.round(part).toString(16).padStart(2, '0')).join('')}`;
}
