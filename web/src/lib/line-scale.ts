/** The scale on which a line of numbers is drawn: its middle, and half of its range. */
export type LineScale = { middle: number; half: number }

/** A line's scale spans at least this share of the mean, so that steady numbers are a flat line. */
const leastShare = 0.1

/** The scale of numbers. Halves are added, because the range of numbers such as ±1e308 is infinite. */
export function scaleOf(numbers: readonly number[]): LineScale {
  const lowest = numbers.reduce((a, b) => Math.min(a, b))
  const highest = numbers.reduce((a, b) => Math.max(a, b))
  const mean = numbers.reduce((sum, number) => sum + number / numbers.length, 0)
  return {
    middle: lowest / 2 + highest / 2,
    half: Math.max(highest / 2 - lowest / 2, Math.abs(mean) * (leastShare / 2)),
  }
}

/** The position of a number on a scale, from 0 to 1. */
export function shareOfScale(number: number, { middle, half }: LineScale): number {
  return half > 0 ? 0.5 + (number / 2 - middle / 2) / half : 0.5
}
