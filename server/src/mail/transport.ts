import type { ClaimedMail } from './outbox.ts'

export type Transport = {
  /** Returns once the other side has taken the mail over. @throws DeliveryError, or anything else for a passing fault */
  send(mail: ClaimedMail): Promise<void>
  close(): void
}

/** Why a mail could not be handed over. */
export class DeliveryError extends Error {
  /** `refused`: for good. `deferred`: this mail later. `unreachable`: nothing can be sent at the moment. */
  readonly fault: 'refused' | 'deferred' | 'unreachable'

  /** @param reason what may be logged: codes, never an address */
  constructor(fault: DeliveryError['fault'], reason: string) {
    super(reason)
    this.fault = fault
  }
}
