import { unknownUser } from '@health-console/contract/users/users.ts'
import { QueryClientProvider } from '@tanstack/react-query'
import { afterEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { onConfirmationNeeded } from '../../api/confirmation.ts'
import { queryClient } from '../../api/query-client.ts'
import { render } from '../../testing/render.tsx'
import { LegalHoldDialog } from './legal-hold-dialog.tsx'

const { fetch } = window
afterEach(() => {
  window.fetch = fetch
  queryClient.clear()
})

test.each([true, false])('a cancelled confirmation is no error of a legal hold (removed: %s)', async (hasLegalHold) => {
  const unconfirmed = { code: 'confirm_identity', message: 'Confirm your password.', requestId: 'r' }
  const hold = { reason: 'A lawsuit', at: '2026-11-01T00:00:00.000Z', adminName: 'Ada' }
  window.fetch = async (_input, init) =>
    init?.method === 'DELETE' || init?.method === 'PUT'
      ? Response.json({ error: unconfirmed }, { status: 403 })
      : Response.json({ data: { reports: 1, hold } })
  let asked = 0
  const forget = onConfirmationNeeded(async () => {
    asked += 1
    return false
  })
  render(
    <QueryClientProvider client={queryClient}>
      <LegalHoldDialog
        user={{ ...unknownUser, id: 'u1' }}
        name="Bo Li"
        hasLegalHold={hasLegalHold}
        onClose={() => {}}
      />
    </QueryClientProvider>,
  )
  const dialog = page.getByRole('dialog')
  if (!hasLegalHold) await dialog.getByLabelText('Reason').fill('A lawsuit')
  const submit = dialog.getByRole('button', { name: hasLegalHold ? 'Remove legal hold' : 'Add legal hold' })
  await submit.click()
  await expect.poll(() => asked).toBe(1)
  await expect.element(submit).toBeEnabled()
  await expect.element(submit).not.toHaveAttribute('aria-busy', 'true')
  await expect.element(dialog.getByText(unconfirmed.message)).not.toBeInTheDocument()
  forget()
})
