import type { ServerProcess } from '../../server/testing/processes/server-process.ts'

export function formOf(file: Buffer): FormData {
  const form = new FormData()
  form.set('file', new Blob([new Uint8Array(file)]), 'patients.xlsx')
  form.set('name', 'hospital_patients')
  return form
}

/** Replaces the table without a preview. */
export async function importPatients(server: ServerProcess, form: FormData): Promise<void> {
  const answer = await server.call('PUT', '/v1/hospital-patients', form)
  const text = await answer.text()
  if (!answer.ok) throw new Error(`the import answered ${answer.status}: ${text}`)
}
