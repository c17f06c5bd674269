import type { Failure } from '../../lib/failure.ts'
import { Copyable } from './copyable.tsx'
import styles from './reference.module.css'

/** The ID of a request that failed in the server, in small print below the message. */
export function Reference({ requestId }: { requestId: string | undefined }) {
  if (requestId === undefined) return null
  return (
    <span className={styles.reference}>
      <Copyable text={requestId} what="request ID">
        Request {requestId}
      </Copyable>
    </span>
  )
}

/** An error message with the ID of its request below. */
export function FailureText({ failure }: { failure: Failure }) {
  return (
    <>
      <span>{failure.message}</span>
      <Reference requestId={failure.requestId} />
    </>
  )
}
