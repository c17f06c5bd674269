import type { TestApp } from '../build-app.ts'

let count = 0

/** Inserts reports as the product writes them: with plain inserts into its table. `at` is a time in ISO 8601. */
export async function insertReports(
  { context }: TestApp,
  userId: string,
  values: readonly { at: string; reportId?: string; [field: string]: unknown }[],
): Promise<{ reportId: string; generatedAt: number }[]> {
  const documents = values.map(({ at, ...fields }) => {
    count += 1
    return { reportId: `report-${String(count).padStart(6, '0')}`, generatedAt: Date.parse(at) / 1000, ...fields }
  })
  const rows = documents.map((document) => ({
    id: document.reportId,
    userId,
    generatedAt: document.generatedAt,
    document: JSON.stringify(document),
  }))
  for (let start = 0; start < rows.length; start += 500) {
    await context.db
      .insertInto('reports')
      .values(rows.slice(start, start + 500))
      .execute()
  }
  return documents
}
