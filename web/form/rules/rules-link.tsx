import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'

/** Opens the rules of the page's template over it. */
const searchOf = (rules: string) => ((now: object) => ({ ...now, rules })) as never

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
  <Button
    component={Link}
    to={'.' as string}
    search={searchOf('title')}
    resetScroll={false}
    variant="default"
    {...(size && { size })}
  >
    Dynamic Mapping
  </Button>
)
