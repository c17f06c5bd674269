import type { Credentials } from '@health-console/contract/sessions.ts'
import { useRef, useState, type ChangeEvent, type FormEvent, type ReactNode } from 'react'
import { ApiError } from '../../api/errors.ts'
import { PasswordField } from '../../ui/password-field.tsx'
import { TextField } from '../../ui/text-field.tsx'
import type { checkCredentials } from './check-credentials.ts'
import { signIn, type Session } from './entry.ts'

type SignInFormOptions = {
  /** Filled in when somebody signs in again. */
  email?: string
  onSignedIn: (session: Session) => void
}

type FieldName = keyof Credentials

/**
 * The form of /login and of the dialog over a page whose session has ended. Two fields do without a form library:
 * the sign-in page is what everybody loads first.
 */
export function useSignInForm({ email = '', onSignedIn }: SignInFormOptions) {
  const [values, setValues] = useState<Credentials>({ email, password: '' })
  const [changed, setChanged] = useState(false)
  const [touched, setTouched] = useState<Partial<Record<FieldName, true>>>({})
  const [pending, setPending] = useState(false)
  const [error, setError] = useState<string | null>(null)
  const [check, setCheck] = useState<typeof checkCredentials>()
  const form = useRef<HTMLFormElement>(null)

  const found = check ? check(values).problems : {}
  const errors = { email: touched.email && found.email, password: touched.password && found.password }

  /** The schema library comes with the first key, not with the page. */
  async function loadCheck() {
    const { checkCredentials } = await import('./check-credentials.ts')
    setCheck(() => checkCredentials)
    return checkCredentials
  }

  function change({ target }: ChangeEvent<HTMLInputElement>) {
    const name = target.name as FieldName
    setValues({ ...values, [name]: target.value })
    setTouched({ ...touched, [name]: true })
    setChanged(true)
    // a failure shows on submit
    loadCheck().catch(() => undefined)
  }

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    setTouched({ email: true, password: true })
    if (!changed || pending) return
    setPending(true)
    setError(null)
    try {
      const { credentials } = (await loadCheck())(values)
      if (!credentials) return setPending(false)
      onSignedIn(await signIn(credentials))
      // not part of what the sign-in page loads
      const { toast } = await import('../../ui/toasts.ts')
      toast.success('Successfully logged in')
    } catch (failure) {
      setError(signInMessage(failure))
      setPending(false)
      form.current?.querySelector<HTMLInputElement>('input[name=password]')?.focus()
    }
  }

  return {
    form,
    fields: { values, errors, onChange: change },
    onSubmit: (event: FormEvent<HTMLFormElement>) => void submit(event),
    pending,
    disabled: !changed || pending || Object.values(errors).some(Boolean),
    error,
  }
}

type SignInFieldsProps = ReturnType<typeof useSignInForm>['fields'] & {
  size?: 'medium' | 'large'
  /** Stands on the line of the password's label. */
  aside?: ReactNode
}

export function SignInFields({ values, errors, onChange, size = 'medium', aside }: SignInFieldsProps) {
  return (
    <>
      <TextField
        label="Email"
        name="email"
        type="email"
        size={size}
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        value={values.email}
        error={errors.email}
        onChange={onChange}
      />
      <PasswordField
        label="Password"
        name="password"
        size={size}
        autoComplete="current-password"
        data-autofocus={values.email === '' ? undefined : true}
        aside={aside}
        value={values.password}
        error={errors.password}
        onChange={onChange}
      />
    </>
  )
}

function signInMessage(failure: unknown): string {
  return failure instanceof ApiError && failure.code !== 'unknown' ? failure.message : 'Login failed. Please try again.'
}
