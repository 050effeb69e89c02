import type { ReactNode } from 'react'
import type { SearchOf } from '#web/addresses.ts'
import { Link, LinkButton } from '#web/ui/link.tsx'

/** Opens the rules of the page's template over it. */
const searchOf = (rules: string) => (now: SearchOf<'/template/$templateId'>) => ({ ...now, rules })

interface Props {
  /** `title`, `description`, or a rule: `{mapping}.{number}`. */
  at: string
  label?: string
  title?: string
  className?: string | undefined
  children: ReactNode
}

export const RulesLink = ({ at, label, title, className, children }: Props) => (
  <Link to="." search={searchOf(at)} hash resetScroll={false} aria-label={label} title={title} className={className}>
    {children}
  </Link>
)

export const RulesButton = ({ size }: { size?: 'xs' }) => (
  <LinkButton to="." search={searchOf('title')} resetScroll={false} variant="default" {...(size && { size })}>
    Dynamic Mapping
  </LinkButton>
)
