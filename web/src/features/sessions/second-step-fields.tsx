import { trustedDays } from '@health-console/contract/staff/second-factor.ts'
import { useEffect, useRef, type RefObject } from 'react'
import { Checkbox } from '../../ui/fields/checkbox.tsx'
import { TextField } from '../../ui/fields/text-field.tsx'
import { Data } from '../../ui/values/data.tsx'
import type { SecondStep } from './second-step.ts'
import styles from './second-step-fields.module.css'

type SecondStepFieldsProps = {
  /** The admin's email address. It is unknown in single sign-on. */
  email?: string
  step: SecondStep
  codeInput: RefObject<HTMLInputElement | null>
  onChange: (step: SecondStep) => void
  size: 'medium' | 'large'
}

const textOf: Record<SecondStep['method'], string> = {
  passkey: 'Use your passkey to continue',
  code: 'Enter the code from your authenticator app',
  recovery_code: 'Enter one of your saved recovery codes',
}

/** Replaces email address and password once they were correct. */
export function SecondStepFields({ email, step, codeInput, onChange, size }: SecondStepFieldsProps) {
  const { method, error, offered } = step
  const isRecovery = method === 'recovery_code'
  const text = useRef<HTMLParagraphElement>(null)
  useEffect(() => {
    // A passkey needs no input, so the button gets the focus.
    if (method === 'passkey') text.current?.closest('form')?.querySelector<HTMLElement>('[type=submit]')?.focus()
    else codeInput.current?.focus()
  }, [codeInput, method, error])
  return (
    <>
      <p ref={text} className={styles.text}>
        <span>{textOf[method]}</span>
        {email !== undefined && (
          <>
            <span>{method === 'passkey' ? ' as ' : ' for '}</span>
            <b>
              <Data>{email}</Data>
            </b>
          </>
        )}
        <span>.</span>
      </p>
      {offered.ways.every((each) => each === 'recovery_code') && (
        <p>
          Your other sign-in methods were removed when a change to your email address was undone. If you don’t have a
          recovery code, ask a super admin to reset your two-step sign-in.
        </p>
      )}
      {method !== 'passkey' && (
        <TextField
          ref={codeInput}
          label={isRecovery ? 'Recovery code' : 'Code'}
          name="code"
          size={size}
          autoComplete={isRecovery ? 'off' : 'one-time-code'}
          inputMode={isRecovery ? 'text' : 'numeric'}
          autoCapitalize="none"
          spellCheck={false}
          value={step.code}
          error={step.error?.message}
          onChange={({ target }) => onChange({ ...step, code: target.value, error: undefined })}
        />
      )}
      <Checkbox
        label={`Trust this browser for ${trustedDays} days`}
        checked={step.trustDevice}
        onChange={({ target }) => onChange({ ...step, trustDevice: target.checked })}
      />
    </>
  )
}
