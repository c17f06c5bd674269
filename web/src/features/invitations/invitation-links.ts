import type { Invited } from '@health-console/contract/staff/invitations.ts'

export type InvitationLink = Invited & { url: string }

/** The invitations in a response that contain their links. There are none if the console sends email. */
export const linksIn = (invited: Invited[]): InvitationLink[] =>
  invited.flatMap((each) => (each.url === undefined ? [] : [{ ...each, url: each.url }]))
