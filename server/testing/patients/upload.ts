import { patientsTableName } from '@health-console/contract/patients/patients.ts'
import type { ImportAnswers } from '@health-console/contract/patients/answers.ts'
import type { LightMyRequestResponse } from 'fastify'
import { makePatientsWorkbook } from '../spreadsheet/patients-workbook.ts'
import { type CellInput, type PatientInput, syntheticPatients } from '../spreadsheet/synthetic-patients.ts'
import type { TestApp } from '../build-app.ts'
import type { Session } from '../factories.ts'

type FormPart = { name: string; value: string | Buffer; fileName?: string; contentType?: string }

const boundary = 'form-boundary-7f3a'

/** Synthetic patients with some cells replaced: `{ 0: { age: 'ten' } }` changes the first one. */
export function patientsWith(
  count: number,
  changes: Record<number, Partial<Record<keyof PatientInput, CellInput>>> = {},
): PatientInput[] {
  return syntheticPatients(count).map((patient, index) => ({ ...patient, ...changes[index] }))
}

export function workbook(patients: readonly PatientInput[], layout: 'ppg-bp' | 'console' = 'console'): Buffer {
  return makePatientsWorkbook(patients, layout)
}

export function multipart(parts: readonly FormPart[]): { body: Buffer; headers: Record<string, string> } {
  const chunks = parts.flatMap(({ name, value, fileName, contentType }) => [
    Buffer.from(
      `--${boundary}\r\nContent-Disposition: form-data; name="${name}"${
        fileName === undefined ? '' : `; filename="${fileName}"\r\nContent-Type: application/octet-stream`
      }${contentType === undefined ? '' : `\r\nContent-Type: ${contentType}`}\r\n\r\n`,
    ),
    Buffer.from(value),
    Buffer.from('\r\n'),
  ])
  return {
    body: Buffer.concat([...chunks, Buffer.from(`--${boundary}--\r\n`)]),
    headers: { 'content-type': `multipart/form-data; boundary=${boundary}` },
  }
}

export const filePart = (value: Buffer, fileName = 'ward 4.xlsx'): FormPart => ({ name: 'file', value, fileName })
export const answersPart = (answers: unknown): FormPart => ({ name: 'answers', value: JSON.stringify(answers) })
export const namePart = (value: string = patientsTableName): FormPart => ({ name: 'name', value })

/** Sends a form as this admin. */
export function send(
  { app }: TestApp,
  { cookies }: Session,
  method: 'PUT' | 'POST',
  parts: readonly FormPart[],
): Promise<LightMyRequestResponse> {
  const url = method === 'PUT' ? '/v1/hospital-patients' : '/v1/patient-imports'
  return app.inject({ method, url, cookies, ...multipart(parts) })
}

/** The one-step import. */
export function replaceTable(testApp: TestApp, session: Session, file: Buffer): Promise<LightMyRequestResponse> {
  return send(testApp, session, 'PUT', [filePart(file), namePart()])
}

/** Uploads a file for a preview, and waits until it is read. */
export async function writeTestTable(testApp: TestApp, session: Session, file: Buffer, answers?: ImportAnswers) {
  const parts = [filePart(file), namePart(), ...(answers ? [answersPart(answers)] : [])]
  const uploaded = await send(testApp, session, 'POST', parts)
  if (uploaded.statusCode !== 202) throw new Error(`the upload answered ${uploaded.statusCode}: ${uploaded.body}`)
  return untilRead(session, uploaded.json().data.id)
}

export async function untilRead(session: Session, id: string) {
  for (;;) {
    const answer = await session.call('GET', `/v1/patient-imports/${id}`)
    if (answer.statusCode !== 200 || answer.json().data.state !== 'reading') return answer.json().data
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
}
