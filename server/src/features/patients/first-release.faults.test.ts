import { expect, onTestFinished, test } from 'vitest'
import { emptyDatabase, testEngine } from '../../../testing/engines/engines.ts'
import { buildFirstRelease, hasFirstRelease } from '../../../testing/processes/first-release.ts'
import { filePart, namePart } from '../../../testing/patients/upload.ts'
import { type ServerProcess, startServerProcess } from '../../../testing/processes/server-process.ts'
import { makeSheets } from '../../../testing/spreadsheet/sheets-workbook.ts'

const headings = ['MRN', 'Gender', 'Age']
const ward = makeSheets([{ name: 'Ward', rows: [headings, ['A1', '1', 40], ['A2', '2', 50]] }])
const columns = { memberId: { heading: 'MRN' }, sex: { heading: 'Gender' } }
const meant = { columns, words: { sex: { '1': 'Male', '2': 'Female' } } }
const swapped = { columns, words: { sex: { '1': 'Female', '2': 'Male' } } }

async function upload(server: ServerProcess, answers?: object) {
  const form = new FormData()
  form.append('file', new Blob([Uint8Array.from(filePart(ward).value as Buffer)]), 'ward.xlsx')
  form.append('name', String(namePart().value))
  if (answers) form.append('answers', JSON.stringify(answers))
  const { data } = (await (await server.call('POST', '/v1/patient-imports', form)).json()) as { data: { id: string } }
  for (;;) {
    const { data: read } = (await (await server.call('GET', `/v1/patient-imports/${data.id}`)).json()) as {
      data: { id: string; state: string }
    }
    if (read.state !== 'reading') return read
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
}

async function importWith(server: ServerProcess, answers: object): Promise<void> {
  const { id } = await upload(server, answers)
  const confirmed = await server.call('POST', `/v1/patient-imports/${id}/confirm`, {
    acceptRemoval: true,
    reason: 'Yes',
  })
  expect(confirmed.status).toBe(200)
}

test.skipIf(!hasFirstRelease())(
  'answers that 1.0.0 remembered are not used after the upgrade, and one entry says how many were deleted (only with the history of git)',
  async () => {
    const place = await emptyDatabase()
    onTestFinished(() => place.remove())
    const old = await startServerProcess(place, {}, buildFirstRelease())
    await importWith(old, swapped)
    expect(await upload(old)).toMatchObject({ state: 'ready' })
    await old.stop()

    const current = await startServerProcess(place)
    onTestFinished(() => current.kill())
    expect(await upload(current)).toMatchObject({ state: 'asking' })
    const entries = async () => {
      const url = '/v1/audit-events?group=importPatients'
      const { data } = (await (await current.call('GET', url)).json()) as {
        data: { action: string; actor: { kind: string }; count: number }[]
      }
      return data.filter(({ action }) => action === 'patients.layout_forget')
    }
    await expect.poll(entries, { timeout: 60_000 }).toMatchObject([{ actor: { kind: 'server' }, count: 1 }])
    await importWith(current, meant)
    expect(await upload(current)).toMatchObject({ state: 'ready' })
  },
)

// Not a skipped test on SQLite, which two servers cannot share.
// oxlint-disable-next-line vitest/no-conditional-tests
if (testEngine() === 'postgres') {
  test.skipIf(!hasFirstRelease())(
    'what 1.0.0 remembers next to this version, also over an answer given here, is not used here (only with the history of git)',
    async () => {
      const place = await emptyDatabase()
      onTestFinished(() => place.remove())
      const current = await startServerProcess(place)
      onTestFinished(() => current.kill())
      const old = await startServerProcess(place, { PUBLIC_URL: current.url }, buildFirstRelease())
      onTestFinished(() => old.kill())

      await importWith(old, swapped)
      expect(await upload(current)).toMatchObject({ state: 'asking' })
      await importWith(current, meant)
      expect(await upload(current)).toMatchObject({ state: 'ready' })
      expect(await upload(old)).toMatchObject({ state: 'ready' })
      await importWith(old, swapped)
      expect(await upload(current)).toMatchObject({ state: 'asking' })
    },
  )
}
