import { useState, type ComponentProps } from 'react'
import { FormDialog } from '../../forms/form-dialog.tsx'

const features = 'popup,width=520,height=760'

const blocked = { message: 'Your browser blocked the sign-in window. Allow pop-ups for this page, then try again.' }

type FormDialogProps = ComponentProps<typeof FormDialog>

type SignOnWindowProps = { purpose: 'again' | 'confirm' } & Omit<FormDialogProps, 'error' | 'onSubmit' | 'submitLabel'>

/**
 * A dialog that opens a window for single sign-on, so that the page keeps what was typed. The page learns that it has
 * finished in the same way as from any other tab.
 */
export function SignOnWindow({ purpose, ...dialog }: SignOnWindowProps) {
  const [isBlocked, setIsBlocked] = useState(false)
  const submit: FormDialogProps['onSubmit'] = (event) => {
    event.preventDefault()
    setIsBlocked(window.open(`/sign-on?${purpose}=1`, 'health-console-sign-on', features) === null)
  }
  return <FormDialog {...dialog} error={isBlocked ? blocked : null} onSubmit={submit} submitLabel="Continue" />
}
