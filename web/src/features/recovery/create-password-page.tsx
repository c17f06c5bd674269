import { getRouteApi, Link, useRouter } from '@tanstack/react-router'
import { useRef } from 'react'
import * as z from 'zod/mini'
import { useFirstField } from '../../shell/use-first-field.ts'
import { ConfirmedPassword, confirmedPassword, passwordsMatch } from '../../forms/confirmed-password.tsx'
import { FormError } from '../../forms/form-error.tsx'
import { HiddenUsername } from '../../forms/hidden-username.tsx'
import { LinkLookup } from '../../forms/link-lookup.tsx'
import { useMutationForm } from '../../forms/use-mutation-form.ts'
import { useDocumentTitle } from '../../shell/document-title.ts'
import { PublicFoot, PublicForm, PublicPage, PublicSubmit } from '../../shell/public-page.tsx'
import { SignInLink } from '../../shell/sign-in-link.tsx'
import { buttonClass } from '../../ui/buttons/button.tsx'
import { toast } from '../../ui/toasts.ts'
import { useRecovery, useResetPassword } from './queries.ts'

const Form = z.object(confirmedPassword).check(passwordsMatch)

const route = getRouteApi('/password-recovery')

type CreatePasswordPageProps = {
  /** All sessions of that admin have ended, possibly including this browser's. */
  onReset: () => void
}

export function CreatePasswordPage({ onReset }: CreatePasswordPageProps) {
  useDocumentTitle('Create new password')
  const { id = '-' } = route.useSearch()
  const recovery = useRecovery(id)
  return (
    <PublicPage>
      <h1 tabIndex={-1}>Create new password</h1>
      <LinkLookup
        lookup={recovery}
        wayOut={
          <PublicFoot row>
            <SignInLink />
            <Link className={buttonClass({ size: 'large' })} to="/forgot-password">
              Request a new link
            </Link>
          </PublicFoot>
        }
      >
        {({ data }) => <PasswordForm token={id} email={data.email} onReset={onReset} />}
      </LinkLookup>
    </PublicPage>
  )
}

function PasswordForm({ token, email, onReset }: { token: string; email: string } & CreatePasswordPageProps) {
  const router = useRouter()
  const form = useRef<HTMLFormElement>(null)
  useFirstField(form)
  const { field, values, onSubmit, pending, error } = useMutationForm({
    mode: 'onChange',
    schema: Form,
    defaultValues: { password: '', confirm: '' },
    mutation: useResetPassword(token),
    send: ({ password }) => password,
    onSuccess: () => {
      onReset()
      toast.success('Password reset successfully')
      void router.navigate({ to: '/', replace: true })
    },
  })

  return (
    <PublicForm ref={form} onSubmit={onSubmit}>
      <HiddenUsername email={email} />
      <ConfirmedPassword values={values} field={field} />
      <FormError isBoxed failure={error} />
      <PublicFoot>
        <PublicSubmit busy={pending} disabled={!z.safeParse(Form, values).success}>
          Confirm
        </PublicSubmit>
      </PublicFoot>
    </PublicForm>
  )
}
