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
import Circle from 'lucide-react/icons/circle'
import CircleAlert from 'lucide-react/icons/circle-alert'
import CircleCheck from 'lucide-react/icons/circle-check'
import Copy from 'lucide-react/icons/copy'
import Download from 'lucide-react/icons/download'
import Eye from 'lucide-react/icons/eye'
import EyeOff from 'lucide-react/icons/eye-off'
import FileBraces from 'lucide-react/icons/file-braces'
import FileSpreadsheet from 'lucide-react/icons/file-spreadsheet'
import FileText from 'lucide-react/icons/file-text'
import Files from 'lucide-react/icons/files'
import Hospital from 'lucide-react/icons/hospital'
import Info from 'lucide-react/icons/info'
import KeyRound from 'lucide-react/icons/key-round'
import LogOut from 'lucide-react/icons/log-out'
import Mail from 'lucide-react/icons/mail'
import Maximize2 from 'lucide-react/icons/maximize-2'
import Menu from 'lucide-react/icons/menu'
import Monitor from 'lucide-react/icons/monitor'
import Moon from 'lucide-react/icons/moon'
import Pause from 'lucide-react/icons/pause'
import Play from 'lucide-react/icons/play'
import RotateCcw from 'lucide-react/icons/rotate-ccw'
import RotateCcwClock from 'lucide-react/icons/rotate-ccw-clock'
import Search from 'lucide-react/icons/search'
import Send from 'lucide-react/icons/send'
import Settings from 'lucide-react/icons/settings'
import ShieldUser from 'lucide-react/icons/shield-user'
import Sun from 'lucide-react/icons/sun'
import TriangleAlert from 'lucide-react/icons/triangle-alert'
import Upload from 'lucide-react/icons/upload'
import UserMinus from 'lucide-react/icons/user-minus'
import UserPlus from 'lucide-react/icons/user-plus'
import UsersRound from 'lucide-react/icons/users-round'
import X from 'lucide-react/icons/x'

const icons = {
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
  circle: Circle,
  'circle-alert': CircleAlert,
  'circle-check': CircleCheck,
  copy: Copy,
  download: Download,
  eye: Eye,
  'eye-off': EyeOff,
  'file-braces': FileBraces,
  'file-spreadsheet': FileSpreadsheet,
  'file-text': FileText,
  files: Files,
  history: RotateCcwClock,
  hospital: Hospital,
  info: Info,
  'key-round': KeyRound,
  'log-out': LogOut,
  mail: Mail,
  'maximize-2': Maximize2,
  menu: Menu,
  monitor: Monitor,
  moon: Moon,
  pause: Pause,
  play: Play,
  'rotate-ccw': RotateCcw,
  search: Search,
  send: Send,
  settings: Settings,
  'shield-user': ShieldUser,
  sun: Sun,
  'triangle-alert': TriangleAlert,
  upload: Upload,
  'user-minus': UserMinus,
  'user-plus': UserPlus,
  'users-round': UsersRound,
  x: X,
} as const

export type IconName = keyof typeof icons

type IconProps = {
  name: IconName
  size?: number
  /** A CSS colour; without it the icon takes the colour of the text around it. */
  colour?: string | undefined
  /** Line width; the larger the icon, the thinner the line. */
  stroke?: number
  className?: string | undefined
}

export const iconNames = Object.keys(icons) as IconName[]

/** Icons are always decoration: the text or label beside them says the meaning. */
export function Icon({
  name,
  size = 16,
  colour = 'currentColor',
  stroke = size >= 20 ? 1.5 : 1.75,
  className,
}: IconProps) {
  const Drawing = icons[name]
  return <Drawing size={size} color={colour} strokeWidth={stroke} className={className} aria-hidden="true" />
}
