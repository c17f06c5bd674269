import { patientColumns } from '@health-console/contract/patients/patients.ts'
import { columnLetters } from '../../src/core/spreadsheet/references.ts'
import { escapeXml, zipParts } from '../spreadsheet/workbook-parts.ts'
import { readParts } from '../spreadsheet/read-parts.ts'
import type { PatientInput } from '../spreadsheet/synthetic-patients.ts'

const patientsPart = 'xl/worksheets/sheet1.xml'

/** The template with these patients, as a spreadsheet program saves what is typed below the headings. */
export async function fillTemplate(template: Buffer, patients: readonly PatientInput[]): Promise<Buffer> {
  const parts = await readParts(template)
  const rows = patients.map((patient, index) => {
    const cells = patientColumns.map(({ key }, column) => {
      const reference = `r="${columnLetters(column)}${index + 2}"`
      const value = patient[key]
      if (typeof value === 'number') return `<c ${reference}><v>${value}</v></c>`
      return typeof value === 'string' ? `<c ${reference} t="inlineStr"><is><t>${escapeXml(value)}</t></is></c>` : ''
    })
    return `<row r="${index + 2}">${cells.join('')}</row>`
  })
  const sheet = parts[patientsPart]?.replace('</sheetData>', `${rows.join('')}</sheetData>`)
  return zipParts({ ...parts, [patientsPart]: sheet })
}
