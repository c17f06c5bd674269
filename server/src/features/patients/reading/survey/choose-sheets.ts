import { joinProfiles } from './profile-column.ts'
import type { SheetSurvey, SurveyedColumn } from './survey-sheet.ts'

/** Sheets with patients, the likeliest first: many known columns, and many rows. */
export function bySheetLikelihood(sheets: readonly SheetSurvey[]): SheetSurvey[] {
  return sheets.toSorted((a, b) => likelihood(b) - likelihood(a))
}

/** The sheets that are read: those of the answer, otherwise the likeliest. */
export function chosenSheets(sheets: readonly SheetSurvey[], names: readonly string[] = []): SheetSurvey[] {
  return names.length > 0 ? sheets.filter(({ name }) => names.includes(name)) : bySheetLikelihood(sheets).slice(0, 1)
}

function likelihood({ columns, rows }: SheetSurvey): number {
  const known = columns.reduce((sum, { exact, suggestions }) => {
    if (exact !== null) return sum + 2
    return suggestions.length > 0 ? sum + 1 : sum
  }, 0)
  return known * Math.log2(rows + 1)
}

/** The columns of several sheets as one list, in which columns with the same heading are one. */
export function joinColumns(sheets: readonly SheetSurvey[]): SurveyedColumn[] {
  const byLabel = new Map<string, SurveyedColumn[]>()
  for (const { columns } of sheets) {
    for (const column of columns) byLabel.set(column.label, [...(byLabel.get(column.label) ?? []), column])
  }
  return [...byLabel.values()].flatMap((same) => {
    const [first] = same
    return first ? [{ ...first, profile: same.map(({ profile }) => profile).reduce(joinProfiles) }] : []
  })
}
