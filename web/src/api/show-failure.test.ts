import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { beforeEach, expect, test, vi } from 'vitest'
import { toast } from '../ui/toasts.ts'
import { ApiError, NetworkError } from './errors.ts'
import { showFailure } from './show-failure.ts'

const web = path.resolve(import.meta.dirname, '..')

const rejection = (status: number, code: string) =>
  new ApiError(status, { code: code as 'internal', message: 'No.', requestId: 'r1' })

beforeEach(() => void vi.restoreAllMocks())

test('a failed request is shown once: not after a dialog that asked for the sign-in or a confirmation', () => {
  const shown = vi.spyOn(toast, 'error').mockReturnValue('')
  showFailure(rejection(401, 'unauthenticated'), 'Couldn’t load the list')
  showFailure(rejection(403, 'confirm_identity'), 'Couldn’t load the list')
  expect(shown).not.toHaveBeenCalled()
  const failures = [rejection(500, 'internal'), rejection(403, 'forbidden'), new NetworkError()]
  for (const failure of failures) {
    showFailure(failure)
    showFailure(failure, 'Couldn’t load the list')
  }
  expect(shown.mock.calls).toEqual(
    failures.flatMap((failure) => [
      [failure.message, failure],
      ['Couldn’t load the list', failure],
    ]),
  )
})

test('every failed request that a toast shows is shown in this way', () => {
  const files = globSync('**/*.{ts,tsx}', { cwd: web }).filter((file) => !/\.test\.tsx?$/.test(file))
  const others = files.filter((file) =>
    /toast\.error\([^\n]*, [\w(]+\)+/.test(readFileSync(path.join(web, file), 'utf8')),
  )
  expect(others.toSorted()).toEqual([
    'api/show-failure.ts',
    // Its page is public, so no dialog asks anything.
    'features/email-changes/change-email-page.tsx',
    // An upload shows what ended it where it is shown.
    'features/files/upload/upload-dialog.tsx',
  ])
})
