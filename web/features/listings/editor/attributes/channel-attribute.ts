import type { ReactNode } from 'react'

/** One attribute that a channel asks for in a category. */
export interface ChannelAttribute {
  name: string
  group: 'Required' | 'Recommended' | 'Optional'
  /** Takes several values. */
  multi: boolean
  /** Most values that it takes. */
  most?: number | undefined
  /** Whether it takes nothing but one of the options. */
  strict: boolean
  options: readonly string[]
  /** Whether the channel takes an option in any case, large or small. */
  anyCase?: boolean
  /** Stands beside its value: what the value is measured in. */
  beside?: ReactNode
}
