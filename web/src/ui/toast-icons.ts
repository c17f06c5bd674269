import CircleCheck from 'lucide-react/icons/circle-check'
import Info from 'lucide-react/icons/info'
import TriangleAlert from 'lucide-react/icons/triangle-alert'
import { addIcons } from './icon.tsx'

/** They come with the toasts, which the sign-in page does without. */
export const toastIcons = { 'circle-check': CircleCheck, info: Info, 'triangle-alert': TriangleAlert } as const

addIcons(toastIcons)
