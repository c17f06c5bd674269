import type { Invited } from '@health-console/contract/invitations.ts'

export type InvitationLink = Invited & { url: string }

/** The invitations of an answer that come with their links: none where the console sends mail. */
export const linksIn = (invited: Invited[]): InvitationLink[] =>
  invited.flatMap((each) => (each.url === undefined ? [] : [{ ...each, url: each.url }]))
