const names = new Map([
  ['lb', 'pounds'],
  ['st', 'stones'],
  ['g', 'grams'],
  ['oz', 'ounces'],
  ['m', 'metres'],
  ['in', 'inches'],
  ['ft', 'feet'],
])

/** "pounds" for "lb", otherwise the unit itself. */
export const nameOfUnit = (unit: string): string => names.get(unit) ?? unit
