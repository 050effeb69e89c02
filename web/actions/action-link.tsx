import type { ButtonProps } from '@mantine/core'
import type { PageLink } from '../addresses.ts'
import { useMay } from '../may.tsx'
import { Icon } from '../ui/images/icon.tsx'
import { LinkButton, LinkItem } from '../ui/link.tsx'
import { type Action, labelOf } from './action.ts'

type Linked = Action & { page: PageLink }
interface Props extends Pick<ButtonProps, 'variant' | 'size'> {
  of: Linked
}

/** A button that leads to where an action is done; nothing for whoever may not do it. */
export const ActionButton = ({ of, ...looks }: Props) =>
  useMay(of.needs) && (
    <LinkButton {...of.page} {...looks} leftSection={<Icon name={of.icon} />}>
      {labelOf(of)}
    </LinkButton>
  )

/** The same in a menu, with its full name. */
export const ActionItem = ({ of }: { of: Linked }) =>
  useMay(of.needs) && (
    <LinkItem {...of.page} leftSection={<Icon name={of.icon} />}>
      {of.name}
    </LinkItem>
  )
