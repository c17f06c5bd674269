import { Credentials } from '@health-console/contract/sessions.ts'
import { useRef, useState, type ChangeEvent, type FormEvent, type RefObject } from 'react'
import * as z from 'zod/mini'
import { ApiError } from '../../api/errors.ts'
import type { Session } from '../../api/session-query.ts'
import { isOffline, offlineText } from '../../lib/offline.ts'
import { PasswordField } from '../../ui/password-field.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { toast } from '../../ui/toasts.ts'
import { useSignIn } from './queries.ts'

type SignInFormOptions = {
  /** Filled in when somebody signs in again. */
  email?: string
  onSignedIn: (session: Session) => void
}

type Problems = { [Field in keyof Credentials]?: string | undefined }

/**
 * The form of the sign-in page, and of the dialog over a page whose session has ended. Everybody loads it first, and
 * two fields do without the form library.
 */
export function useSignInForm({ email = '', onSignedIn }: SignInFormOptions) {
  const signIn = useSignIn()
  const [values, setValues] = useState<Credentials>({ email, password: '' })
  const [changed, setChanged] = useState<{ [Field in keyof Credentials]?: true }>({})
  const passwordInput = useRef<HTMLInputElement>(null)
  const { data: credentials, error } = z.safeParse(Credentials, values)
  const found = error ? problemsOf(error) : {}
  const problems: Problems = {
    email: changed.email && found.email,
    password: changed.password && found.password,
  }

  function change({ target: { name, value } }: ChangeEvent<HTMLInputElement>) {
    setValues({ ...values, [name]: value })
    setChanged({ ...changed, [name]: true })
  }

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    setChanged({ email: true, password: true })
    if (!credentials || signIn.isPending) return
    signIn.mutate(credentials, {
      onSuccess: (session) => {
        onSignedIn(session)
        toast.success('Successfully logged in')
      },
      onError: () => passwordInput.current?.focus(),
    })
  }

  return {
    fields: { values, problems, passwordInput, onChange: change },
    onSubmit: submit,
    pending: signIn.isPending,
    disabled: !(changed.email || changed.password) || signIn.isPending || Boolean(problems.email ?? problems.password),
    error: signIn.error && signInMessage(signIn.error),
  }
}

/** The first problem of each field. */
function problemsOf({ issues }: z.core.$ZodError): Problems {
  return Object.fromEntries(issues.toReversed().map(({ path, message }) => [path[0], message]))
}

function signInMessage(error: Error): string {
  if (isOffline()) return offlineText
  return error instanceof ApiError && error.code !== 'unknown' ? error.message : 'Login failed. Please try again.'
}

type SignInFieldsProps = {
  values: Credentials
  problems: Problems
  passwordInput: RefObject<HTMLInputElement | null>
  onChange: (event: ChangeEvent<HTMLInputElement>) => void
  size?: 'medium' | 'large'
}

export function SignInFields(props: SignInFieldsProps) {
  const { values, problems, passwordInput, onChange, size = 'medium' } = props
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
        error={problems.email}
        onChange={onChange}
      />
      <PasswordField
        ref={passwordInput}
        label="Password"
        name="password"
        size={size}
        autoComplete="current-password"
        data-autofocus={values.email === '' ? undefined : true}
        value={values.password}
        error={problems.password}
        onChange={onChange}
      />
    </>
  )
}
