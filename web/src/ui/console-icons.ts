import ArrowDown from 'lucide-react/icons/arrow-down'
import ArrowRight from 'lucide-react/icons/arrow-right'
import ArrowUp from 'lucide-react/icons/arrow-up'
import AudioWaveform from 'lucide-react/icons/audio-waveform'
import BrainCircuit from 'lucide-react/icons/brain-circuit'
import Calendar from 'lucide-react/icons/calendar'
import Check from 'lucide-react/icons/check'
import ChevronLeft from 'lucide-react/icons/chevron-left'
import ChevronRight from 'lucide-react/icons/chevron-right'
import ChevronsUpDown from 'lucide-react/icons/chevrons-up-down'
import Copy from 'lucide-react/icons/copy'
import Download from 'lucide-react/icons/download'
import FileBraces from 'lucide-react/icons/file-braces'
import FileSpreadsheet from 'lucide-react/icons/file-spreadsheet'
import FileText from 'lucide-react/icons/file-text'
import Files from 'lucide-react/icons/files'
import RotateCcwClock from 'lucide-react/icons/rotate-ccw-clock'
import Hospital from 'lucide-react/icons/hospital'
import KeyRound from 'lucide-react/icons/key-round'
import LogOut from 'lucide-react/icons/log-out'
import Mail from 'lucide-react/icons/mail'
import Maximize2 from 'lucide-react/icons/maximize-2'
import Menu from 'lucide-react/icons/menu'
import Monitor from 'lucide-react/icons/monitor'
import Moon from 'lucide-react/icons/moon'
import Pause from 'lucide-react/icons/pause'
import Play from 'lucide-react/icons/play'
import Search from 'lucide-react/icons/search'
import Send from 'lucide-react/icons/send'
import Settings from 'lucide-react/icons/settings'
import ShieldUser from 'lucide-react/icons/shield-user'
import Sun from 'lucide-react/icons/sun'
import Upload from 'lucide-react/icons/upload'
import UserMinus from 'lucide-react/icons/user-minus'
import UserPlus from 'lucide-react/icons/user-plus'
import UsersRound from 'lucide-react/icons/users-round'
import { addIcons, publicIconNames } from './icon.tsx'
import { toastIcons } from './toast-icons.ts'

/** The icons of the pages behind the sign-in. */
const consoleIcons = {
  'arrow-down': ArrowDown,
  'arrow-right': ArrowRight,
  'arrow-up': ArrowUp,
  'audio-waveform': AudioWaveform,
  'brain-circuit': BrainCircuit,
  calendar: Calendar,
  check: Check,
  'chevron-left': ChevronLeft,
  'chevron-right': ChevronRight,
  'chevrons-up-down': ChevronsUpDown,
  copy: Copy,
  download: Download,
  'file-braces': FileBraces,
  'file-spreadsheet': FileSpreadsheet,
  'file-text': FileText,
  files: Files,
  history: RotateCcwClock,
  hospital: Hospital,
  'key-round': KeyRound,
  'log-out': LogOut,
  mail: Mail,
  'maximize-2': Maximize2,
  menu: Menu,
  monitor: Monitor,
  moon: Moon,
  pause: Pause,
  play: Play,
  search: Search,
  send: Send,
  settings: Settings,
  'shield-user': ShieldUser,
  sun: Sun,
  upload: Upload,
  'user-minus': UserMinus,
  'user-plus': UserPlus,
  'users-round': UsersRound,
  ...toastIcons,
} as const

export type ConsoleIconName = keyof typeof consoleIcons

addIcons(consoleIcons)

export const iconNames = [...publicIconNames, ...(Object.keys(consoleIcons) as ConsoleIconName[])]
