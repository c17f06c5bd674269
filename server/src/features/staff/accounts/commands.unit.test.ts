import { expect, test } from 'vitest'
import { buildTestApp } from '../../../../testing/build-app.ts'
import { runConsole } from '../../../../testing/processes/run-console.ts'

test('a command with wrong arguments shows its usage and changes nothing', async () => {
  const testApp = await buildTestApp()
  for (const args of [['create-admin'], ['create-admin', '--email', 'x'], ['revoke-admin'], ['reset-password']]) {
    const { code, output } = await runConsole(testApp, args)
    expect(code).toBe(1)
    expect(output).toContain(`Usage: bin/console ${args[0]}`)
  }
  const twoLines = await runConsole(testApp, ['create-admin', '--email', 'a@example.org', '--name', 'Ada\nLovelace'])
  expect(twoLines.output).toContain('--name cannot be used: Line breaks and control characters are not allowed.')
  const { code, output } = await runConsole(testApp, ['create-admin', '--email', 'a@example.org', '--role', 'boss'])
  expect({ code, output }).toMatchObject({ code: 1, output: expect.stringContaining('--role must be') })
})

test('the error for an unknown command lists the known ones', async () => {
  const testApp = await buildTestApp()
  for (const name of ['create-admins', 'constructor']) {
    const { code, output } = await runConsole(testApp, [name])
    expect({ code, output }).toMatchObject({
      code: 2,
      output: expect.stringContaining('bin/console create-admin '),
    })
  }
})
