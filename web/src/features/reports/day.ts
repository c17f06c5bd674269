/** The date filter of the address: the start of a UTC day, and a day that exists. */
export function toDay(value: unknown): string | undefined {
  if (typeof value !== 'string' || !/^\d{4}-\d\d-\d\dT00:00:00\.000Z$/.test(value)) return undefined
  const time = Date.parse(value)
  return Number.isFinite(time) && new Date(time).toISOString() === value ? value : undefined
}
