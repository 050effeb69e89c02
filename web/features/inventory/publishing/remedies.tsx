import { Button, Menu } from '@mantine/core'
import { Icon } from '#web/ui/images/icon.tsx'
import { LinkButton, LinkItem } from '#web/ui/link.tsx'
import { type Group, remediesOf } from './words.ts'

/** What fixes all products of a group: pages open beside this one; several pages of one kind are a menu. */
export const Remedies = ({ group, onEdit }: { group: Group; onEdit: (() => void) | undefined }) =>
  remediesOf(group).map(({ label, links }) => {
    const [only, ...others] = links
    if (!only)
      return (
        onEdit && (
          <Button key={label} variant="default" size="xs" onClick={onEdit}>
            {label}
          </Button>
        )
      )
    if (others.length === 0)
      return (
        <LinkButton key={label} {...only.link} target="_blank" variant="default" size="xs">
          {label}
        </LinkButton>
      )
    return (
      <Menu key={label}>
        <Menu.Target>
          <Button variant="default" size="xs" rightSection={<Icon name="chevron-down" />}>
            {label}
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          {links.map(({ to, link }) => (
            <LinkItem key={to} {...link} target="_blank">
              {to}
            </LinkItem>
          ))}
        </Menu.Dropdown>
      </Menu>
    )
  })
