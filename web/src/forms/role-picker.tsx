import { Segments } from '../ui/buttons/segments.tsx'

type InviteRole = 'super_admin' | 'admin'

const roles = [
  { value: 'super_admin', label: 'Super admin' },
  { value: 'admin', label: 'Admin' },
] as const

type RolePickerProps = { value: InviteRole; onChange: (role: InviteRole) => void }

export function RolePicker(props: RolePickerProps) {
  return <Segments legend="Role" options={roles} {...props} />
}
