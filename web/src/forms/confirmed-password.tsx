import { NewPassword } from '@health-console/contract/staff/passwords.ts'
import type { UseFormRegisterReturn } from 'react-hook-form'
import * as z from 'zod/mini'
import { PasswordField } from '../ui/fields/password-field.tsx'
import { NewPasswordField } from './new-password-field.tsx'

type Passwords = { password: string; confirm: string }

const mismatch = 'Passwords must match'

/** The fields of a new password in a form's schema. */
export const confirmedPassword = { password: NewPassword, confirm: z.string() }

export const passwordsMatch = z.refine<Passwords>(({ password, confirm }) => password === confirm, {
  path: ['confirm'],
  message: mismatch,
})

type Field = UseFormRegisterReturn & { error: string | undefined }

type ConfirmedPasswordProps = { values: Passwords; field: (name: keyof Passwords) => Field }

/** A new password, typed twice. A difference is shown as soon as the second one is being typed. */
export function ConfirmedPassword({ values, field }: ConfirmedPasswordProps) {
  const { password, confirm } = values
  const differs = confirm !== '' && confirm !== password
  return (
    <>
      <NewPasswordField label="Password" size="large" password={password} {...field('password')} />
      <PasswordField
        label="Confirm password"
        size="large"
        autoComplete="new-password"
        {...field('confirm')}
        error={differs ? mismatch : undefined}
      />
    </>
  )
}
