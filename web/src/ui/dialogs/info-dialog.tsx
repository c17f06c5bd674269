import type { ReactNode } from 'react'
import { Button } from '../buttons/button.tsx'
import { Dialog, DialogBody, DialogFoot, type DialogProps } from './dialog.tsx'

type InfoDialogProps = Pick<DialogProps, 'title' | 'size' | 'isList' | 'onClose'> & {
  /** Shown at the start of the footer. */
  lead?: ReactNode
  /** Shown after the Close button. */
  primary?: ReactNode
  children: ReactNode
}

/** A dialog to read, with a Close button. Mount it when it opens. */
export function InfoDialog({ lead, primary, children, onClose, ...dialog }: InfoDialogProps) {
  return (
    <Dialog open onClose={onClose} {...dialog}>
      <DialogBody>{children}</DialogBody>
      <DialogFoot lead={lead}>
        <Button data-autofocus onClick={onClose}>
          Close
        </Button>
        {primary}
      </DialogFoot>
    </Dialog>
  )
}
