const dayMs = 86_400_000
const lastDay1900 = 2_958_465
const epoch1900Ms = Date.UTC(1899, 11, 30)
const epoch1904Ms = Date.UTC(1904, 0, 1)
const days1904After1900 = 1462

/**
 * A serial number as ISO text, to the millisecond. Undefined if there is no such day: negative numbers,
 * days past the year 9999, and 29 February 1900, which Excel counts although it did not exist.
 */
export function serialToIso(serial: number, date1904: boolean): string | undefined {
  const ms = Math.round(serial * dayMs)
  const day = Math.floor(ms / dayMs)
  if (day < 0 || day > (date1904 ? lastDay1900 - days1904After1900 : lastDay1900)) return undefined
  if (day === 0 && (ms > 0 || !date1904)) return timeOf(ms)
  if (date1904) return isoOf(epoch1904Ms + ms)
  if (day === 60) return undefined
  return isoOf(epoch1900Ms + ms + (day < 60 ? dayMs : 0))
}

const plainIso = /^(?:(\d{4}-\d{2}-\d{2})(?:T|$))?(?:(\d{2}):(\d{2})(?::(\d{2}(?:\.\d{1,3})?))?)?$/
const firstAgreedMs = Date.UTC(1900, 2, 1)

/**
 * The serial number of ISO text, so that `serialToIso` gives the same text. Undefined for a time in another zone and for
 * days before 1 March 1900, on which spreadsheet programs disagree.
 */
export function isoToSerial(iso: string): number | undefined {
  const [, day, hours = '0', minutes = '0', seconds = '0'] = plainIso.exec(iso) ?? []
  if (iso === '' || (day === undefined && !plainIso.test(iso))) return undefined
  const timeMs = Math.round(((Number(hours) * 60 + Number(minutes)) * 60 + Number(seconds)) * 1_000)
  if (day === undefined) return timeMs / dayMs
  const startMs = Date.parse(`${day}T00:00:00Z`)
  return startMs >= firstAgreedMs ? (startMs - epoch1900Ms + timeMs) / dayMs : undefined
}

const time = String.raw`(?:[01]\d|2[0-3]):[0-5]\d(?::[0-5]\d(?:\.\d+)?)?`
const isoPattern = new RegExp(String.raw`^(?:(\d{4}-\d{2}-\d{2})(?:T${time}(?:Z|[+-]\d{2}:\d{2})?)?|${time})$`)

/** A date that is ISO text in the file, without the time if that is midnight; undefined if it is not a date. */
export function normalizeIso(text: string): string | undefined {
  const match = isoPattern.exec(text)
  if (!match) return undefined
  const day = match[1]
  if (day === undefined) return text
  const dayStartMs = Date.parse(`${day}T00:00:00Z`)
  if (Number.isNaN(dayStartMs) || new Date(dayStartMs).toISOString().slice(0, 10) !== day) return undefined
  return text.replace(/T00:00(?::00(?:\.0+)?)?Z?$/, '').replace(/Z$/, '')
}

function isoOf(epochMs: number): string {
  const iso = new Date(epochMs).toISOString()
  if (iso.endsWith('T00:00:00.000Z')) return iso.slice(0, 10)
  return iso.slice(0, iso.endsWith('.000Z') ? 19 : 23)
}

function timeOf(ms: number): string {
  const iso = new Date(ms).toISOString()
  return iso.slice(11, iso.endsWith('.000Z') ? 19 : 23)
}
