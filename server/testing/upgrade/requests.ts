import { patientsTableName } from '@health-console/contract/patients/patients.ts'
import { ggufOf } from '../files/files-app.ts'
import { patientsWith, workbook } from '../patients/upload.ts'
import { signInFirstAdmin } from '../processes/server-process.ts'

/** Requests of the first admin and of the product, which must succeed. */
export async function signIn({ origin }: { origin: string }) {
  const cookie = await signInFirstAdmin(origin)
  const send = async (
    method: string,
    location: string,
    headers: Record<string, string>,
    body?: string | FormData | Uint8Array<ArrayBuffer>,
  ) => {
    const options = { method, headers, ...(body !== undefined && { body }) }
    const answer = await fetch(new URL(location, origin), options)
    const bytes = Buffer.from(await answer.arrayBuffer())
    if (!answer.ok) throw new Error(`${method} ${location} was answered ${answer.status}: ${bytes}`)
    return bytes
  }
  const call = async <Answer>(method: string, location: string, body?: object): Promise<Answer> => {
    const isForm = body instanceof FormData
    const headers = { cookie, ...(body && !isForm && { 'content-type': 'application/json' }) }
    const bytes = await send(method, location, headers, isForm ? body : body && JSON.stringify(body))
    return (bytes.length > 0 ? JSON.parse(bytes.toString()) : undefined) as Answer
  }
  const makeToken = async (name: string, scopes: string[]) => {
    const made = await call<{ data: { id: string } }>('POST', '/v1/service-accounts', { name, scopes, networks: [] })
    const tokens = `/v1/service-accounts/${made.data.id}/tokens`
    const { data } = await call<{ data: { token: string } }>('POST', tokens, {})
    return `Bearer ${data.token}`
  }
  const writer = await makeToken('Ingest', ['users:write', 'reports:write'])
  const eraser = await makeToken('Erasures', ['users:erase'])
  return {
    cookie,
    send,
    call,
    write: async (...ids: string[]) => {
      const headers = { authorization: writer, 'content-type': 'application/x-ndjson' }
      await send('POST', '/machine/v1/users', headers, toLines(ids.map(writtenUser)))
      await send('POST', '/machine/v1/reports', headers, toLines(ids.map(writtenReport)))
    },
    erase: (id: string) => send('DELETE', `/machine/v1/users/${id}?reason=Wish`, { authorization: eraser }),
  }
}
export type Caller = Awaited<ReturnType<typeof signIn>>

const toLines = (values: object[]) => values.map((value) => `${JSON.stringify(value)}\n`).join('')
const writtenUser = (id: string) => ({
  id,
  memberId: `HM-${id}`,
  firstName: 'Zoë',
  lastName: `Brännström ${id}`,
})
const writtenReport = (id: string) => ({ userId: id, report: { reportId: `r-${id}`, generatedAt: 1_795_120_200 } })

/** Replaces the table of patients. */
export async function importPatients({ call }: Caller, count: number): Promise<void> {
  const form = new FormData()
  form.append('file', new Blob([new Uint8Array(workbook(patientsWith(count)))]), 'ward.xlsx')
  form.append('name', patientsTableName)
  await call('PUT', '/v1/hospital-patients', form)
}

export type Files = { data: { files: { id: string; type: string; version: number }[] } }

/** Publishes the next version of the model, whose content follows from its number. */
export async function publish({ call, send }: Caller): Promise<void> {
  const { data } = await call<Files>('GET', '/v1/files')
  const [known] = data.files
  const begun = known
    ? { ...(await call<{ url: string[] }>('PUT', `/v1/files/${known.id}`)), file: known }
    : await call<{ url: string[]; file: { id: string } }>('POST', '/v1/files', {
        filename: 'model.gguf',
        name: 'Main LLM',
      })
  const version = (known?.version ?? 0) + 1
  const { pathname, search } = new URL(begun.url[0] ?? '')
  const content = new Uint8Array(ggufOf(1_000, version))
  await send('PUT', `${pathname}${search}`, { 'content-type': 'application/octet-stream' }, content)
  const { id } = begun.file
  await call('PATCH', `/v1/files/${id}`, { id, version, filename: 'model.gguf' })
}
