import type { BulkKind } from '@health-console/contract/errors.ts'
import { beginPasskeyConfirmation } from '@health-console/contract/staff/passkeys.ts'
import { confirmIdentity, type ConfirmationMethod } from '@health-console/contract/staff/sessions.ts'
import { GivenCode, GivenPassword } from '@health-console/contract/values/text.ts'
import { useState } from 'react'
import * as z from 'zod/mini'
import { call } from '../../api/client.ts'
import type { Session } from '../../api/session-query.ts'
import { FormDialog } from '../../forms/form-dialog.tsx'
import { HiddenUsername } from '../../forms/hidden-username.tsx'
import { useMutationForm } from '../../forms/use-mutation-form.ts'
import { signOnName } from '../../shell/page-settings.ts'
import { PasswordField } from '../../ui/fields/password-field.tsx'
import { TextField } from '../../ui/fields/text-field.tsx'
import { SignOnWindow } from './sign-on-window.tsx'
import type { EndpointInput } from '@health-console/contract/http/endpoint.ts'
import { useMutation } from '@tanstack/react-query'
import { notifyOtherTabs } from './session-channel.ts'

type ConfirmIdentityDialogProps = {
  session: Session
  /**
   * The kind of data that the admin has seen a lot of in the past hour; undefined if the last confirmation is too long
   * ago.
   */
  limit: BulkKind | undefined
  onConfirmed: () => void
  onClose: () => void
}

/**
 * Asks the admin to confirm their identity, over the page. The interrupted requests continue after a correct password,
 * code or passkey.
 */
export function ConfirmIdentityDialog(props: ConfirmIdentityDialogProps) {
  const { confirmBy } = props.session
  const [isSignOn, setIsSignOn] = useState(confirmBy.includes('sign_on'))
  const methods = confirmBy.filter((each) => each !== 'sign_on')
  const [method, setMethod] = useState<Method>(methods[0] ?? 'password')
  if (isSignOn)
    return (
      <SignOnWindow
        title="Confirm it’s you"
        size="small"
        onClose={props.onClose}
        purpose="confirm"
        links={methods.length > 0 ? [{ label: 'Use another method', onClick: () => setIsSignOn(false) }] : []}
      >
        <p>
          {whyOf(props.limit)} To continue, sign in again with {signOnName} in a separate window.
        </p>
      </SignOnWindow>
    )
  return <ConfirmDialog key={method} {...props} methods={methods} method={method} onMethod={setMethod} />
}

type Method = Exclude<ConfirmationMethod, 'sign_on'>

const formOf = {
  password: z.object({ secret: GivenPassword }),
  passkey: z.object({ secret: z.string() }),
  code: z.object({ secret: GivenCode }),
  recovery_code: z.object({ secret: GivenCode }),
}

const textOf: Record<Method, string> = {
  password: 'Enter your password again to continue.',
  passkey: 'Use your passkey to continue.',
  code: 'Enter the code from your authenticator app to continue.',
  recovery_code: 'Enter one of your recovery codes to continue.',
}

const actOf: Record<BulkKind, string> = {
  people: 'viewed the data of many users',
  reports: 'viewed many reports',
  audit_rows: 'viewed many audit log entries',
  downloads: 'downloaded many files',
}

const whyOf = (limit: BulkKind | undefined) =>
  limit ? `You’ve ${actOf[limit]} in the past hour.` : 'You signed in a while ago.'

const switchTo: Record<Method, string> = {
  password: 'Use your password',
  passkey: 'Use a passkey',
  code: 'Use a code',
  recovery_code: 'Use a recovery code',
}

type ConfirmDialogProps = ConfirmIdentityDialogProps & {
  methods: Method[]
  method: Method
  onMethod: (method: Method) => void
}

function ConfirmDialog({ session, limit, onConfirmed, onClose, methods, method, onMethod }: ConfirmDialogProps) {
  const { user, secondFactor } = session
  const { field, values, ...form } = useMutationForm({
    schema: formOf[method],
    defaultValues: { secret: '' },
    fieldOf: { password: 'secret', code: 'secret' },
    mutation: useConfirmIdentity(user.id),
    send:
      ({ secret }) =>
      () =>
        bodyOf(method, secret),
    onSuccess: onConfirmed,
  })
  const secret = field('secret')

  return (
    <FormDialog
      size="small"
      title={secondFactor === 'set' ? 'Confirm it’s you' : 'Confirm your password'}
      // The dialog may be shown over a confirmation, so it cannot open one itself.
      closable={values.secret === ''}
      {...form}
      onClose={onClose}
      submitLabel="Confirm"
      // A passkey needs no input.
      focusSubmit={method === 'passkey'}
      links={methods
        .filter((each) => each !== method)
        .map((each) => ({ label: switchTo[each], onClick: () => onMethod(each) }))}
    >
      <p>
        {whyOf(limit)} {textOf[method]}
      </p>
      {method === 'password' && (
        <>
          <HiddenUsername email={user.email} />
          <PasswordField label="Password" autoComplete="current-password" {...secret} />
        </>
      )}
      {method === 'code' && (
        <TextField label="Code" autoComplete="one-time-code" inputMode="numeric" spellCheck={false} {...secret} />
      )}
      {method === 'recovery_code' && <TextField label="Recovery code" spellCheck={false} {...secret} />}
    </FormDialog>
  )
}

async function bodyOf(method: Method, secret: string) {
  if (method === 'password') return { password: secret }
  if (method !== 'passkey') return { code: secret }
  const { data } = await call(beginPasskeyConfirmation, {})
  const { requestPasskey } = await import('../../api/passkeys.ts')
  return { passkey: await requestPasskey(data) }
}

type Confirmation = EndpointInput<typeof confirmIdentity>['body']

/** Renews the session's token as well. Requests under the old token, here or in another tab, are repeated. */
function useConfirmIdentity(adminId: string) {
  return useMutation({
    // This may open a browser prompt.
    mutationFn: async (confirm: () => Promise<Confirmation>) =>
      call(confirmIdentity, { body: await confirm() }, { renews: true }),
    onSuccess: () => notifyOtherTabs({ type: 'signed-in', adminId }),
  })
}
