/** The end of an id, which identifies it: a UUIDv7 begins with its time, which many ids share. */
export const endOfId = (id: string) => id.slice(-8)

/** What is typed to confirm that a user is erased: the member ID, or the end of the user's ID if there is none. */
export const confirmationOf = (user: { id: string; memberId: string }) => user.memberId || endOfId(user.id)
