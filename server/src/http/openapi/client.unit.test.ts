import { readFileSync } from 'node:fs'
import path from 'node:path'
import openapiTypescript, { astToString } from 'openapi-typescript'
import ts from 'typescript'
import { expect, test } from 'vitest'
import { createAdmin, testPassword } from '../../../testing/factories.ts'
import { finishHashing, startFilesApp } from '../../../testing/files/files-app.ts'
import { makeGguf } from '@health-console/formats/samples/make-gguf.ts'
import { patientsWith, workbook } from '../../../testing/patients/upload.ts'
import { insertReports } from '../../../testing/reports/insert-reports.ts'
import { root } from '../../../testing/processes/server-process.ts'
import {
  connect,
  importPatients,
  readAll,
  signIn,
  uploadModel,
  useMachineApi,
} from '../../../testing/typed-client/walk.ts'
import { insertUsers } from '../../../testing/users/insert-users.ts'

const folder = path.join(root, 'server/testing/typed-client')

/** The reviewed document; `openapi.test.ts` compares it with the one that is served. */
const document = readFileSync(new URL('openapi.snapshot.txt', import.meta.url), 'utf8')
type Answer = { content?: Record<string, object> }
type Operation = { responses: Record<string, Answer> }
type Document = {
  paths: Record<string, Record<string, Operation>>
  servers: [{ url: string }]
  components: { responses: { Rejected: Answer } }
}
const { paths, servers, components }: Document = JSON.parse(document)

test('[api-9] the types generated from the document compile, and reject invalid code', async () => {
  const generated = astToString(await openapiTypescript(document))
  expect(compile({ [path.join(folder, 'generated.ts')]: generated })).toBe('')
})

test('[api-15] a typed client signs in, uploads, imports a table, reads everything and acts as a device', async () => {
  const { testApp, origin } = await startFilesApp()
  const admin = await createAdmin(testApp, { role: 'super_admin', fullName: 'Grace Hopper' })
  const [user] = await insertUsers(testApp, [{ lastName: 'Curie' }])
  await insertReports(testApp, user?.id ?? '', [{ at: '2026-03-07T00:00:00Z' }, { at: '2026-03-08T00:00:00Z' }])
  const undocumented: string[] = []
  const connectHere = () =>
    connect(new URL(servers[0].url, origin).href.replace(/\/$/, ''), ({ schemaPath, method, response }) => {
      const type = response.headers.get('content-type')?.split(';')[0]
      const answers = response.ok
        ? paths[schemaPath]?.[method]?.responses
        : { [response.status]: components.responses.Rejected }
      const { content = {} } = answers?.[response.status] ?? {}
      const isDocumented = type === undefined ? Object.keys(content).length === 0 : type in content
      if (!isDocumented) undocumented.push(`${method} ${schemaPath}: ${response.status} ${type}`)
    })
  const client = connectHere()

  expect(await signIn(client, { email: admin.email, password: testPassword })).toBe('Grace Hopper')
  expect(await uploadModel(client, new Blob([new Uint8Array(makeGguf({ seed: 1 }))]))).toMatchObject({
    arrived: [1],
    model: { version: 2, type: 'gguf' },
  })
  const table = new Blob([new Uint8Array(workbook(patientsWith(5)))])
  expect(await importPatients(client, table)).toEqual({ replaced: 5, unchanged: 5, changes: 0, confirmed: 5 })
  expect(await readAll(client)).toEqual({
    users: 1,
    reports: 2,
    allReports: 2,
    patients: 5,
    imports: 2,
    files: 1,
    versions: 2,
    uploads: 0,
    admins: 2,
    invitations: 0,
    access: 2,
    sessions: 1,
    events: expect.any(Number),
  })
  await finishHashing(testApp)
  expect(await useMachineApi(client, connectHere())).toEqual({
    scopes: ['models:read'],
    sizes: [true, true],
    isSigned: true,
    users: 1,
    reports: 1,
    accesses: ['Added or updated reports', 'Added or updated users'],
    erased: 204,
    accounts: 5,
  })
  expect(undocumented).toEqual([])
})

/** The type errors of the walk and its imports, with the compiler settings of this repository. */
function compile(virtual: Record<string, string>): string {
  const base = ts.readConfigFile(path.join(root, 'tsconfig.base.json'), ts.sys.readFile)
  const lib = ['lib.esnext.d.ts', 'lib.dom.d.ts', 'lib.dom.iterable.d.ts']
  const { options } = ts.parseJsonConfigFileContent({ compilerOptions: base.config.compilerOptions }, ts.sys, root)
  const host = ts.createCompilerHost(options)
  const { fileExists, readFile } = host
  host.fileExists = (file) => file in virtual || fileExists(file)
  host.readFile = (file) => virtual[file] ?? readFile(file)
  const program = ts.createProgram([path.join(folder, 'walk.ts')], { ...options, lib, types: [] }, host)
  return ts.formatDiagnostics(ts.getPreEmitDiagnostics(program), host)
}
