import { Link } from '@tanstack/react-router'
import { lastUsersList } from '../../shell/last-users-list.ts'
import { Breadcrumb } from '../../ui/breadcrumb.tsx'

export function ReportsBreadcrumb({ current }: { current: string }) {
  const users = (
    <Link className="link" to="/" search={lastUsersList()} preload={false}>
      Users
    </Link>
  )
  return <Breadcrumb parent={users} current={current} />
}
