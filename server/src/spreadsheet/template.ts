/** An empty workbook with the given headings in its first row, ready to be filled in. */
export async function writeTemplate(headings: readonly string[]): Promise<Buffer> {
  // rarely needed, and large
  const { default: writeXlsxFile } = await import('write-excel-file/node')
  const header = headings.map((value) => ({ value, fontWeight: 'bold' as const }))
  const columns = headings.map((heading) => ({ width: Math.max(12, heading.length + 2) }))
  return await writeXlsxFile([header], { columns, stickyRowsCount: 1, sheet: 'Patients' }).toBuffer()
}
