/** A patient's height in cm, weight in kg and age; undefined if the age is not certain. */
export type Measures = { height: number; weight: number; age: number | undefined }

type Limits = readonly [minHeight: number, maxHeight: number, minBmi: number, maxBmi: number]

const adult: Limits = [130, 215, 14, 45]
export const adultAge = 18

/**
 * By completed years: the lowest and the highest of both sexes and all months, from the growth standards (2006) and the
 * growth reference (2007) of the World Health Organization. Its limits for implausible heights (6 standard deviations)
 * and thinness (5) apply, and those for severe obesity (3).
 */
const children: readonly Limits[] = [
  [38, 90, 7.1, 22.3],
  [59, 106, 10.2, 21.6],
  [66, 118, 10.2, 20.6],
  [72, 129, 9.8, 20.6],
  [77, 138, 9.6, 21.1],
  [81, 145, 9.8, 22.1],
  [84, 153, 9.8, 23.2],
  [88, 161, 9.8, 24.6],
  [92, 168, 9.9, 26.4],
  [96, 176, 10, 28.2],
  [100, 184, 10.2, 30],
  [103, 192, 10.4, 31.8],
  [107, 200, 10.7, 33.3],
  [111, 209, 10.9, 34.6],
  [117, 215, 11.2, 35.5],
  [120, 219, 11.3, 36],
  [122, 221, 11.4, 36.3],
  [123, 221, 11.3, 36.3],
]
const anyAge: readonly Limits[] = [adult, ...children]
const widest: Limits = [
  Math.min(...anyAge.map(([minHeight]) => minHeight)),
  Math.max(...anyAge.map(([, maxHeight]) => maxHeight)),
  Math.min(...anyAge.map(([, , minBmi]) => minBmi)),
  Math.max(...anyAge.map(([, , , maxBmi]) => maxBmi)),
]

/** No one is beyond these limits. */
export const possibleBodies = { height: [25, 280], weight: [0.3, 700], bmi: [8, 110], infantBmi: [4, 40] } as const
/** Younger patients are infants. */
export const infantAge = 2
const tallestInfant = Math.max(...children.slice(0, infantAge).map(([, tallest]) => tallest))

export const bmiOf = ({ height, weight }: Pick<Measures, 'height' | 'weight'>) => weight / (height / 100) ** 2

/** Whether a patient of this age usually has this height and this BMI. */
export function isUsual(measures: Measures): boolean {
  const { height, age } = measures
  const bmi = bmiOf(measures)
  // Most explanations of a row fail at any age.
  if (!isWithin(widest, height, bmi)) return false
  return age === undefined
    ? anyAge.some((limits) => isWithin(limits, height, bmi))
    : isWithin(limitsAt(age), height, bmi)
}

/** The same for a patient of medium height, or of a usual weight, if the other one is not known. */
export function mayBeUsual(height: number | undefined, weight: number | undefined, age: number | undefined): boolean {
  return (age === undefined ? anyAge : [limitsAt(age)]).some((limits) => {
    const [shortest, tallest, thinnest] = limits
    const tall = height ?? (shortest + tallest) / 2
    return isWithin(limits, tall, weight === undefined ? thinnest : bmiOf({ height: tall, weight }))
  })
}

const limitsAt = (age: number) => (age >= adultAge ? adult : (children[Math.floor(age)] ?? adult))

// Taking arrays apart costs objects, and this runs for every row.
const isWithin = (limits: Limits, height: number, bmi: number) =>
  height >= limits[0] && height <= limits[1] && bmi >= limits[2] && bmi <= limits[3]

/** Whether a patient can have this height and this weight. */
export function isPossible(measures: Measures): boolean {
  const { height, weight, age } = measures
  if (!isBetween(possibleBodies.height, height) || !isBetween(possibleBodies.weight, weight)) return false
  const bmi = bmiOf(measures)
  const mayBeInfant = age === undefined ? height <= tallestInfant : age < infantAge
  const mayBeOlder = age === undefined || age >= infantAge
  return (mayBeOlder && isBetween(possibleBodies.bmi, bmi)) || (mayBeInfant && isBetween(possibleBodies.infantBmi, bmi))
}

const isBetween = (range: readonly [number, number], value: number) => value >= range[0] && value <= range[1]
