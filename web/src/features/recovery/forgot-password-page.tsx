import { Email } from '@health-console/contract/text.ts'
import { standardSchemaResolver } from '@hookform/resolvers/standard-schema'
import { Link, useLocation, useRouter } from '@tanstack/react-router'
import { useRef } from 'react'
import { useForm, useWatch } from 'react-hook-form'
import * as z from 'zod/mini'
import { FormNote } from '../../forms/form-note.tsx'
import { formMessage, showFieldErrors } from '../../forms/server-errors.ts'
import { useDocumentTitle } from '../../shell/document-title.ts'
import { productName } from '../../shell/product-name.ts'
import { PublicFoot, PublicForm, PublicPage } from '../../shell/public-page.tsx'
import { useFirstField } from '../../shell/use-first-field.ts'
import { Button, buttonClass } from '../../ui/button.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { toast } from '../../ui/toasts.ts'
import { useRequestRecovery } from './queries.ts'

const Form = z.object({ email: Email })
const fieldOf = { email: 'email' } as const

export function ForgotPasswordPage() {
  useDocumentTitle('Forgot password')
  const router = useRouter()
  const given = useLocation({ select: ({ state }) => state.email })
  const request = useRequestRecovery()
  const { register, handleSubmit, setError, formState, control } = useForm({
    mode: 'onChange',
    resolver: standardSchemaResolver(Form),
    defaultValues: { email: given ?? '' },
  })
  const typed = useWatch({ control, name: 'email' })

  const form = useRef<HTMLFormElement>(null)
  useFirstField(form)

  const submit = ({ email }: z.infer<typeof Form>) =>
    request.mutate(email, {
      onSuccess: () => {
        toast.info(`If a ${productName} account exists for ${email}, a reset password link will be sent`)
        void router.navigate({ to: '/login', state: { email } })
      },
      onError: (error) => showFieldErrors(error, setError, fieldOf),
    })

  return (
    <PublicPage>
      <h1 tabIndex={-1}>Forgot your password?</h1>
      <PublicForm ref={form} onSubmit={(event) => void handleSubmit(submit)(event)}>
        <TextField
          label="Email"
          type="email"
          size="large"
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          error={formState.errors.email?.message}
          {...register('email')}
        />
        <FormNote>{formMessage(request.error, fieldOf)}</FormNote>
        <PublicFoot row>
          <Link className={buttonClass({ size: 'large' })} to="/login" state={{ email: typed }}>
            Cancel
          </Link>
          <Button
            type="submit"
            variant="primary"
            size="large"
            busy={request.isPending}
            disabled={formState.errors.email !== undefined}
          >
            Reset password
          </Button>
        </PublicFoot>
      </PublicForm>
    </PublicPage>
  )
}
