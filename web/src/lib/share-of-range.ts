/**
 * The position of a number between two others, from 0 to 1. Halves are compared, because the range of numbers such as
 * ±1e308 is infinite.
 */
export function shareOfRange(number: number, lowest: number, highest: number): number {
  const range = highest / 2 - lowest / 2
  return range > 0 ? (number / 2 - lowest / 2) / range : 0.5
}
