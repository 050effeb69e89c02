import type { CSSProperties, ReactNode } from 'react'

export interface Part {
  key: string
  name: ReactNode
  /** In words, where the name is not text. */
  label: string
  value: number
  /** As it is shown. */
  text: string
  /** A colour that means something, like a channel's; else the chart chooses shades. */
  color?: string
}
export interface PartsProps {
  label: string
  parts: readonly Part[]
  /** A press on one of them. What cannot be filtered by has no key in `fixed`. */
  onPick?: ((key: string) => void) | undefined
  /** Parts that nothing can be done with, like the rest. */
  fixed?: ReadonlySet<string>
}

/** What a row shows can be pressed, where it leads somewhere. */
export function Press({
  part,
  className,
  style,
  onPick,
  fixed,
  children,
}: Omit<PartsProps, 'parts' | 'label'> & {
  part: Part
  className?: string | undefined
  style?: CSSProperties
  children: ReactNode
}) {
  if (!onPick || fixed?.has(part.key))
    return (
      <span className={className} style={style}>
        {children}
      </span>
    )
  return (
    <button
      type="button"
      className={className}
      style={style}
      title={`Filter by ${part.label}`}
      onClick={() => onPick(part.key)}
    >
      {children}
    </button>
  )
}
