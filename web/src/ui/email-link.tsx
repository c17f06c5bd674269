/** A link that opens the mail program. */
export function EmailLink({ email }: { email: string }) {
  return (
    <a className="link link-quiet" href={`mailto:${encodeURI(email)}`} title={email}>
      {email}
    </a>
  )
}
