import { useState, type ComponentProps, type ReactNode } from 'react'
import { EyeIcon, EyeOffIcon } from 'lucide-react'
import { Field } from './field.tsx'
import { IconButton } from '../buttons/icon-button.tsx'
import { InputBox } from './input-box.tsx'

type PasswordFieldProps = {
  label: ReactNode
  error?: string | undefined
  size?: 'medium' | 'large'
  autoComplete: 'current-password' | 'new-password'
} & Omit<ComponentProps<'input'>, 'size' | 'type' | 'autoComplete'>

/** A password input. The toggle is in the tab order, so that keyboard users can check what they typed. */
export function PasswordField({ label, error, size, ...input }: PasswordFieldProps) {
  const [shown, setShown] = useState(false)
  return (
    <Field label={label} error={error}>
      {(control) => (
        <InputBox size={size} invalid={Boolean(error)} disabled={input.disabled}>
          <input
            autoCapitalize="none"
            autoCorrect="off"
            spellCheck={false}
            {...input}
            {...control}
            type={shown ? 'text' : 'password'}
          />
          <IconButton
            icon={shown ? EyeOffIcon : EyeIcon}
            label={shown ? 'Hide password' : 'Show password'}
            size="small"
            aria-pressed={shown}
            disabled={input.disabled}
            onClick={() => setShown(!shown)}
          />
        </InputBox>
      )}
    </Field>
  )
}
