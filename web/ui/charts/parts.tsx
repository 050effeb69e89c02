import { Bars } from './bars.tsx'
import { Pie } from './pie.tsx'
import type { PartsProps } from './press.tsx'

export type Look = 'bar' | 'pie'
/** The parts of a whole, as bars or as a pie; each can be pressed, and says its value beside its name. */
export const Parts = ({ look, ...props }: PartsProps & { look: Look }) =>
  look === 'bar' ? <Bars {...props} /> : <Pie {...props} />
