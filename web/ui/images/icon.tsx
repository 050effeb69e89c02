import { icons, type IconName } from './icons.ts'
import classes from './icon.module.css'

export type { IconName }

interface Props {
  name: IconName
  /** 14, 16 or 20 px. */
  size?: 's' | 'm' | 'l'
  /** Only where there is no text beside it. */
  label?: string
  className?: string
}

/** One stroke drawing on a 20-unit square, in the colour of the text around it. */
export function Icon({ name, size = 'm', label, className = '' }: Props) {
  return (
    <svg
      className={`${classes.icon} ${classes[size] ?? ''} ${className}`}
      viewBox="0 0 20 20"
      role={label ? 'img' : undefined}
      aria-label={label}
      aria-hidden={label ? undefined : true}
    >
      <path d={icons[name]} />
    </svg>
  )
}
