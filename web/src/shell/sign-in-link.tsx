import { Link } from '@tanstack/react-router'
import { buttonClass } from '../ui/buttons/button.tsx'

/** For admins whose link has already been used, perhaps by themselves. */
export function SignInLink() {
  return (
    <Link className={buttonClass({ size: 'large' })} to="/login" preload={false}>
      Go to sign in
    </Link>
  )
}
