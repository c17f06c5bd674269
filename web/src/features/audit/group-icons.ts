import type { AuditActionGroup } from '@health-console/contract/audit/actions.ts'
import {
  CircleIcon,
  DownloadIcon,
  EraserIcon,
  EyeIcon,
  FileSpreadsheetIcon,
  FilesIcon,
  HospitalIcon,
  LogInIcon,
  LogOutIcon,
  type LucideIcon,
  ScrollTextIcon,
  SearchIcon,
  ShieldUserIcon,
  TerminalIcon,
  UploadIcon,
  UserRoundPenIcon,
  UsersRoundIcon,
} from 'lucide-react'

const icons: Record<AuditActionGroup, LucideIcon> = {
  signIn: LogInIcon,
  signOut: LogOutIcon,
  account: UserRoundPenIcon,
  staff: ShieldUserIcon,
  viewStaff: ShieldUserIcon,
  listUsers: UsersRoundIcon,
  searchUsers: SearchIcon,
  viewUser: EyeIcon,
  viewReports: EyeIcon,
  downloadReports: DownloadIcon,
  eraseUsers: EraserIcon,
  listPatients: HospitalIcon,
  searchPatients: SearchIcon,
  downloadPatients: DownloadIcon,
  importPatients: FileSpreadsheetIcon,
  viewFiles: FilesIcon,
  downloadFiles: DownloadIcon,
  changeFiles: UploadIcon,
  viewRecord: ScrollTextIcon,
  exportRecord: DownloadIcon,
  product: UploadIcon,
  operator: TerminalIcon,
}

/** @param group null if the action belongs to no group, or to a group of a newer version */
export const iconOfGroup = (group: AuditActionGroup | null): LucideIcon => (group ? icons[group] : CircleIcon)
