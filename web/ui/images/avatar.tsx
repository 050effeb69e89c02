import { sourcesOf } from '#domain/images/sizes.ts'
import classes from './avatar.module.css'
import { initials } from './initials.ts'

interface Props {
  name: string
  image?: string | null
  size?: number
  /** Organizations are square. */
  square?: boolean
  strong?: boolean
}

/** A picture, or initials on a neutral background; the name is beside it or in the button around it. */
export const Avatar = ({ name, image, size = 28, square, strong }: Props) =>
  image ? (
    <img
      className={classes.avatar}
      data-square={square || undefined}
      {...sourcesOf(image, size)}
      alt=""
      width={size}
      height={size}
    />
  ) : (
    <span
      className={classes.avatar}
      data-square={square || undefined}
      data-strong={strong || undefined}
      style={{ width: size, height: size }}
      data-initials={initials(name)}
      aria-hidden="true"
    />
  )
