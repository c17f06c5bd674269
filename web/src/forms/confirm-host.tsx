import { useMutation } from '@tanstack/react-query'
import { useLocation } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { formError } from './server-errors.ts'
import { useStore } from '../lib/use-store.ts'
import { openQuestion, type OpenQuestion } from '../ui/dialogs/confirm.ts'
import { fetchedLater, useFetchAhead } from '../shell/fetched-later.tsx'

const ConfirmDialog = fetchedLater(async () => (await import('../ui/dialogs/confirm-dialog.tsx')).ConfirmDialog)

/** Shows the dialogs of `confirm()`. It is mounted once. Leaving the page cancels the dialog. */
export function ConfirmHost() {
  useFetchAhead(ConfirmDialog)
  const question = useStore(openQuestion)
  const pathname = useLocation({ select: (location) => location.pathname })
  useEffect(() => () => openQuestion.get()?.answer(false), [pathname])
  return question && <Question key={question.id} question={question} />
}

function Question({ question }: { question: OpenQuestion }) {
  const { body, action, answer, returnFocus, ...texts } = question
  const isConfirmed = useRef(false)
  const confirmation = useMutation({
    mutationFn: async () => action?.(),
    onSuccess: () => {
      isConfirmed.current = true
      answer(true)
    },
  })
  return (
    <ConfirmDialog
      {...texts}
      pending={confirmation.isPending}
      error={formError(confirmation.error)}
      onConfirm={() => confirmation.mutate()}
      onClose={() => answer(false)}
      {...(returnFocus && { returnFocus: () => returnFocus(isConfirmed.current) })}
    >
      {body}
    </ConfirmDialog>
  )
}
