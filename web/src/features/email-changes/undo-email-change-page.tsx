import { shownEmail } from '../../lib/shown-email.ts'
import { getRouteApi } from '@tanstack/react-router'
import { FormError } from '../../forms/form-error.tsx'
import { LinkLookup } from '../../forms/link-lookup.tsx'
import { formError } from '../../forms/server-errors.ts'
import { useDocumentTitle } from '../../shell/document-title.ts'
import { isSignOnOnly, sendsMail, signOnName } from '../../shell/page-settings.ts'
import { PublicActions, PublicPage, PublicSubtitle } from '../../shell/public-page.tsx'
import { SignInLink } from '../../shell/sign-in-link.tsx'
import { Button } from '../../ui/buttons/button.tsx'
import { getEmailUndo, undoEmailChange } from '@health-console/contract/staff/email-changes.ts'
import { useMutation, useQuery } from '@tanstack/react-query'
import { call, queryOptionsFor } from '../../api/client.ts'
import { Data } from '../../ui/values/data.tsx'

const route = getRouteApi('/undo-email-change')

type UndoEmailChangePageProps = {
  /** All sessions of that admin have ended, possibly including this browser's. */
  onUndone: () => void
}

/** For the owner of the previous email address. The page needs no session. */
export function UndoEmailChangePage({ onUndone }: UndoEmailChangePageProps) {
  useDocumentTitle('Undo email change')
  const { id = '-' } = route.useSearch()
  const lookup = useEmailUndo(id)
  const undo = useUndoEmailChange(id)
  return (
    <PublicPage>
      <h1 tabIndex={-1}>Undo email change</h1>
      <LinkLookup lookup={lookup} wayOut={<SignInLink />}>
        {({ data: { email } }) => (
          <>
            <div aria-live="polite">
              {undo.isSuccess ? (
                <PublicSubtitle>
                  Change undone. <NextStep email={email} />
                </PublicSubtitle>
              ) : (
                <PublicSubtitle>
                  This gives the account back to{' '}
                  <b>
                    <Data>{shownEmail(email)}</Data>
                  </b>
                  . {consequence}
                </PublicSubtitle>
              )}
            </div>
            <PublicActions>
              <FormError isBoxed failure={formError(undo.error)} />
              {undo.isSuccess ? (
                <SignInLink />
              ) : (
                <Button
                  variant="primary"
                  size="large"
                  fullWidth
                  busy={undo.isPending}
                  onClick={() => undo.mutate(undefined, { onSuccess: onUndone })}
                >
                  Undo the change
                </Button>
              )}
            </PublicActions>
          </>
        )}
      </LinkLookup>
    </PublicPage>
  )
}

const consequence = isSignOnOnly
  ? `The account will be signed out everywhere. You can then sign in with ${signOnName}.`
  : `The account will be signed out everywhere and its password will stop working. ${
      sendsMail
        ? 'We’ll email a link to set a new one to that address.'
        : 'This console can’t send email. Ask your system administrator for a link to set a new password.'
    }`

function NextStep({ email }: { email: string }) {
  if (isSignOnOnly) return `Sign in with ${signOnName}.`
  if (!sendsMail)
    return 'This console can’t send email. Ask your system administrator for a link to set a new password.'
  return (
    <>
      We’ve emailed a link to set a new password to{' '}
      <b>
        <Data>{shownEmail(email)}</Data>
      </b>
      .
    </>
  )
}

/** The data is fetched only once, because the text must stay after the link has been used. */
function useEmailUndo(id: string) {
  return useQuery({ ...queryOptionsFor(getEmailUndo, { params: { id } }), staleTime: Infinity })
}

function useUndoEmailChange(id: string) {
  return useMutation({ mutationFn: () => call(undoEmailChange, { body: { id } }) })
}
