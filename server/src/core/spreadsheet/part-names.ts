import { SpreadsheetError } from './errors.ts'

/** The name of the part with the relationships of `part`. */
export function relationshipsOf(part: string): string {
  const slash = part.lastIndexOf('/') + 1
  return `${part.slice(0, slash)}_rels/${part.slice(slash)}.rels`
}

/** A relationship's target as a part name. Relative targets start at the folder of `part`; none may leave the file. */
export function resolveTarget(part: string, target: string): string {
  const segments = target.startsWith('/') ? [] : part.split('/').slice(0, -1)
  for (const segment of target.split('/')) {
    if (segment === '' || segment === '.') continue
    if (segment !== '..') {
      segments.push(segment)
      continue
    }
    if (segments.pop() === undefined) throw outside(target)
  }
  if (segments.length === 0 || /[\\:?#]/.test(target)) throw outside(target)
  return segments.join('/')
}

function outside(target: string): SpreadsheetError {
  return new SpreadsheetError(
    'missing_part',
    `The file points to "${target.slice(0, 100)}", which isn’t inside it. Open it in Excel or LibreOffice and save it again as .xlsx.`,
  )
}
