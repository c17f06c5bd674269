import { shownEmail } from '../../lib/shown-email.ts'
import { Email } from '@health-console/contract/values/text.ts'
import { Link, useLocation, useRouter } from '@tanstack/react-router'
import { useRef } from 'react'
import * as z from 'zod/mini'
import { FormError } from '../../forms/form-error.tsx'
import { useMutationForm } from '../../forms/use-mutation-form.ts'
import { useDocumentTitle } from '../../shell/document-title.ts'
import { productName, sendsMail } from '../../shell/page-settings.ts'
import { PublicActions, PublicFoot, PublicForm, PublicPage, PublicSubtitle } from '../../shell/public-page.tsx'
import { SignInLink } from '../../shell/sign-in-link.tsx'
import { useFirstField } from '../../shell/use-first-field.ts'
import { Button, buttonClass } from '../../ui/buttons/button.tsx'
import { TextField } from '../../ui/fields/text-field.tsx'
import { toast } from '../../ui/toasts.ts'
import { Data } from '../../ui/values/data.tsx'
import { useRequestRecovery } from './queries.ts'

const Form = z.object({ email: Email })

export function ForgotPasswordPage() {
  useDocumentTitle('Forgot password')
  return (
    <PublicPage>
      <h1 tabIndex={-1}>Forgot your password?</h1>
      {sendsMail ? (
        <RequestForm />
      ) : (
        <>
          <PublicSubtitle>
            This console can’t send email. Ask your system administrator for a reset link.
          </PublicSubtitle>
          <PublicActions>
            <SignInLink />
          </PublicActions>
        </>
      )}
    </PublicPage>
  )
}

function RequestForm() {
  const router = useRouter()
  const typedEmail = useLocation({ select: ({ state }) => state.email })
  const { field, values, onSubmit, pending, error } = useMutationForm({
    mode: 'onChange',
    schema: Form,
    defaultValues: { email: typedEmail ?? '' },
    mutation: useRequestRecovery(),
    send: ({ email }) => email,
    onSuccess: (_answer, values) => {
      const email = shownEmail(values.email)
      toast.info(
        <>
          If a {productName} account exists for <Data>{email}</Data>, a reset password link will be sent
        </>,
      )
      void router.navigate({ to: '/login', state: { email } })
    },
  })
  const email = field('email')

  const form = useRef<HTMLFormElement>(null)
  useFirstField(form)

  return (
    <PublicForm ref={form} onSubmit={onSubmit}>
      <TextField
        label="Email"
        type="email"
        size="large"
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        {...email}
      />
      <FormError isBoxed failure={error} />
      <PublicFoot row>
        <Link className={buttonClass({ size: 'large' })} to="/login" state={{ email: values.email }}>
          Cancel
        </Link>
        <Button type="submit" variant="primary" size="large" busy={pending} disabled={email.error !== undefined}>
          Reset password
        </Button>
      </PublicFoot>
    </PublicForm>
  )
}
