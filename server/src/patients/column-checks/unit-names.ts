const names = new Map([
  ['lb', 'pounds'],
  ['g', 'grams'],
  ['m', 'metres'],
  ['in', 'inches'],
])

/** "pounds" for "lb", otherwise the unit itself. */
export const nameOfUnit = (unit: string): string => names.get(unit) ?? unit
