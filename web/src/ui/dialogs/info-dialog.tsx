import type { ReactNode } from 'react'
import { Button } from '../buttons/button.tsx'
import { Dialog, DialogBody, DialogFoot, type DialogProps } from './dialog.tsx'

type InfoDialogProps = Pick<DialogProps, 'title' | 'size' | 'onClose'> & {
  /** Beside the Close button. */
  buttons?: ReactNode
  children: ReactNode
}

/** A dialog to read, with a Close button. Mount it when it opens. */
export function InfoDialog({ buttons, children, onClose, ...dialog }: InfoDialogProps) {
  return (
    <Dialog open onClose={onClose} {...dialog}>
      <DialogBody>{children}</DialogBody>
      <DialogFoot>
        {buttons}
        <Button data-autofocus onClick={onClose}>
          Close
        </Button>
      </DialogFoot>
    </Dialog>
  )
}
