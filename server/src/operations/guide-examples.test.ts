import { readFileSync } from 'node:fs'
import path from 'node:path'
import { ImportAnswers } from '@health-console/contract/patients/answers.ts'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { buildTestApp } from '../../testing/build-app.ts'
import { signedIn } from '../../testing/factories.ts'

/** The blocks of code in a language on a page of the documentation. */
function blocksOf(page: string, language: string): string[] {
  const text = readFileSync(path.resolve(import.meta.dirname, '../../../docs', page), 'utf8')
  return [...text.matchAll(new RegExp(`^\`\`\`${language}\\n([^\`]+)^\`\`\``, 'gm'))].map(([, block = '']) => block)
}

test('the statements with which a product writes users and reports run as they are written, also again', async () => {
  const testApp = await buildTestApp()
  const { call } = await signedIn(testApp)
  const [user = '', report = '', ...others] = blocksOf('product-data.md', 'sql')
  expect(others).toEqual([])
  for (const statement of [user, user, report]) await sql.raw(statement).execute(testApp.context.db)
  const found = (await call('GET', '/v1/users?search=brannstrom')).json().data
  expect(found).toMatchObject([{ memberId: 'HM-1204830', lastName: 'Brännström' }])
  const reports = (await call('GET', `/v1/users/${found[0].id}/reports?page=1`)).json().data.reports
  expect(reports).toMatchObject([{ reportId: 'r-1' }])
})

test('the answers on the API page are answers', () => {
  const examples = blocksOf('api.md', 'json').map((block) => block.trim())
  const [answers = ''] = examples.filter((block) => block.includes('"columns"'))
  expect(() => z.parse(ImportAnswers, JSON.parse(answers))).not.toThrow()
})
