import { Credentials } from '@health-console/contract/staff/sessions.ts'
import { useMutation } from '@tanstack/react-query'
import { useRef, useState, type ChangeEvent, type ComponentProps, type FormEvent, type RefObject } from 'react'
import * as z from 'zod/mini'
import { ApiError } from '../../api/errors.ts'
import type { Session } from '../../api/session-query.ts'
import type { Failure } from '../../lib/failure.ts'
import { isOffline, offlineText } from '../../lib/offline.ts'
import { fetchedLater } from '../../shell/fetched-later.tsx'
import { PasswordField } from '../../ui/fields/password-field.tsx'
import { TextField } from '../../ui/fields/text-field.tsx'
import { toast } from '../../ui/toasts.ts'
import { CookiesBlocked, signIn } from './entry.ts'
import { nextStep, secondStepBody, secondStepLinks, signInFailed, type SecondStep } from './second-step.ts'
import { usePasskeyOffer } from './use-passkey-offer.ts'

const SecondStepFields = fetchedLater(
  async () => (await import('./second-step-fields.tsx')).SecondStepFields,
  'section',
)

type SignInFormOptions = {
  /** The email address to fill in, if it is known. */
  email?: string | undefined
  onSignedIn: (session: Session) => void
}

type Values = Pick<Credentials, 'email' | 'password'>
type FieldErrors = { [Field in keyof Values]?: string | undefined }

/**
 * The form of the sign-in page and of the dialog over a page whose session has ended. Every admin loads it first, so it
 * does not use the form library.
 */
export function useSignInForm({ email = '', onSignedIn }: SignInFormOptions) {
  const signingIn = useMutation({ mutationFn: signIn })
  // The browser is prompting for a passkey.
  const [isPrompting, setIsPrompting] = useState(false)
  const pending = signingIn.isPending || isPrompting
  const [values, setValues] = useState<Values>({ email, password: '' })
  const [changed, setChanged] = useState<{ [Field in keyof Values]?: true }>({})
  // Set once the server requires a second step.
  const [step, setStep] = useState<SecondStep | null>(null)
  const codeInput = useRef<HTMLInputElement>(null)
  const emailInput = useRef<HTMLInputElement>(null)
  const passwordInput = useRef<HTMLInputElement>(null)
  const { data: credentials, error } = z.safeParse(Credentials, values)
  const found = error ? errorsOf(error) : {}
  const fieldErrors: FieldErrors = {
    email: changed.email && found.email,
    password: changed.password && found.password,
  }

  function change({ target: { name, value } }: ChangeEvent<HTMLInputElement>) {
    // Not before, because the sign-in page does not need it. A failure is shown when the step is.
    void SecondStepFields.fetch().catch(() => undefined)
    // The error is about what was typed before.
    if (signingIn.isError) signingIn.reset()
    setValues({ ...values, [name]: value })
    setChanged({ ...changed, [name]: true })
  }

  function finish(session: Session) {
    onSignedIn(session)
    toast.success('Successfully logged in')
  }

  usePasskeyOffer(step === null, async (passkey) => {
    try {
      finish(await signingIn.mutateAsync({ passkey }))
      return true
    } catch {
      return false
    }
  })

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    setChanged({ email: true, password: true })
    if (found.email ?? found.password) (found.email ? emailInput : passwordInput).current?.focus()
    if (!credentials || pending) return
    const second = step && (await prove(step))
    if (second && 'error' in second) setStep({ ...step, ...second })
    else signingIn.mutate({ ...credentials, ...second }, { onSuccess: finish, onError: showError })
  }

  async function prove(credentials: SecondStep) {
    setStep({ ...credentials, error: undefined })
    setIsPrompting(true)
    const answer = await secondStepBody(credentials)
    setIsPrompting(false)
    return answer
  }

  function showError(error: Error) {
    const { code, secondFactor, fields } = error instanceof ApiError ? error : {}
    if (code === 'second_factor') setStep(nextStep(step, secondFactor, error))
    // The password was changed in the meantime.
    if (code === 'wrong_credentials') setStep(null)
    const isEmail = fields?.some(({ path }) => path === 'email')
    const input = isEmail ? emailInput : step && code !== 'wrong_credentials' ? codeInput : passwordInput
    input.current?.focus()
  }

  function goBack() {
    setStep(null)
    signingIn.reset()
  }

  return {
    fields: {
      values,
      fieldErrors,
      emailInput,
      passwordInput,
      onChange: change,
      second: step && { step, codeInput, onChange: setStep },
    },
    /** The links below the button at the second step. */
    links: step ? secondStepLinks(step, { onChange: setStep, onBack: goBack }) : [],
    onSubmit: (event: FormEvent<HTMLFormElement>) => void submit(event),
    pending,
    /** Whether something was typed. */
    isChanged: Boolean(changed.email ?? changed.password),
    disabled:
      !(changed.email || changed.password) ||
      pending ||
      Boolean(fieldErrors.email ?? fieldErrors.password) ||
      (step !== null && step.method !== 'passkey' && step.code.trim() === ''),
    error: (step?.method === 'passkey' && step.error) || (signingIn.error && signInError(signingIn.error)),
  }
}

/** The first problem of each field. */
function errorsOf({ issues }: z.core.$ZodError): FieldErrors {
  return Object.fromEntries(issues.toReversed().map(({ path, message }) => [path[0], message]))
}

/** An error that is not shown at the field of the code. */
function signInError(error: Error): Failure | null {
  if (isOffline()) return { message: offlineText }
  if (error instanceof CookiesBlocked) return error
  if (error instanceof ApiError && error.code === 'second_factor') return null
  return error instanceof ApiError && error.hasMessage ? error : signInFailed
}

type SignInFieldsProps = {
  values: Values
  fieldErrors: FieldErrors
  second: Pick<ComponentProps<typeof SecondStepFields>, 'step' | 'codeInput' | 'onChange'> | null
  emailInput: RefObject<HTMLInputElement | null>
  passwordInput: RefObject<HTMLInputElement | null>
  onChange: (event: ChangeEvent<HTMLInputElement>) => void
  size?: 'medium' | 'large'
}

export function SignInFields(props: SignInFieldsProps) {
  const { values, fieldErrors, emailInput, passwordInput, onChange, second, size = 'medium' } = props
  if (second) return <SecondStepFields {...second} email={values.email} size={size} />
  return (
    <>
      <TextField
        ref={emailInput}
        label="Email"
        name="email"
        type="email"
        size={size}
        autoComplete="username webauthn"
        autoCapitalize="none"
        spellCheck={false}
        value={values.email}
        error={fieldErrors.email}
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
        error={fieldErrors.password}
        onChange={onChange}
      />
    </>
  )
}
