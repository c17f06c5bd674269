import { listNewNames } from '../web/build/browser-support.ts'
import { modelFile } from './support/model-files.ts'
import { patients, spreadsheet } from './support/spreadsheets.ts'
import { expect, signIn, test } from './support/test.ts'
import { expectToast } from './support/toasts.ts'

test('[shell-15] the main journeys work without what the oldest supported browsers lack', async ({ page, server }) => {
  const names = listNewNames()
  expect(names).toContain('Uint8Array.toHex')
  await page.addInitScript((missing: string[]) => {
    for (const name of missing) {
      const [owner = '', member] = name.split('.')
      const place: unknown = Reflect.get(window, owner)
      if (member === undefined) Reflect.deleteProperty(window, owner)
      else if (typeof place === 'function') {
        Reflect.deleteProperty(place, member)
        if (typeof place.prototype === 'object' && place.prototype !== null)
          Reflect.deleteProperty(place.prototype, member)
      }
    }
  }, names)
  const errors: string[] = []
  page.on('pageerror', (error) => errors.push(error.message))
  await signIn(page, server.admin)
  await page.goto('/')
  expect(await page.evaluate(() => 'toHex' in Uint8Array.prototype)).toBe(false)

  await page.goto('/files')
  await page.getByRole('button', { name: 'Re-upload Prompt file' }).click()
  const upload = page.getByRole('dialog', { name: /^Prompt file/ })
  await upload.locator('input[type=file]').setInputFiles(modelFile('prompt.txt', 'You explain heart data.\n'))
  await upload.getByRole('button', { name: 'Upload', exact: true }).click()
  await expectToast(page, 'New version uploaded successfully')

  await expect(upload).toBeHidden()
  await page.getByRole('link', { name: 'Hospital patients' }).click()
  await page.getByRole('button', { name: 'Re-upload table' }).click()
  const importing = page.getByRole('dialog', { name: 'Import Patients data via XLSX' })
  await importing.locator('input[type=file]').setInputFiles(spreadsheet('patients.xlsx', patients(30)))
  await importing.getByRole('button', { name: 'Import data' }).click()
  await expectToast(page, 'Successfully update table')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Hospital Patients 30')

  await expect(importing).toBeHidden()
  await page.getByRole('link', { name: 'Admins', exact: true }).click()
  await page.getByRole('button', { name: 'Invite', exact: true }).click()
  await page.getByRole('textbox').fill('old.browser@people.test')
  await page.getByRole('button', { name: 'Send invites' }).click()
  await expectToast(page, 'Invite successfully sent')
  expect(errors).toEqual([])
})
