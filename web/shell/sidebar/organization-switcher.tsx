import { Menu } from '@mantine/core'
import { clientLogin, getUserClients } from '#contract/organizations/organizations.ts'
import { isSuperAdmin, type SessionUser } from '#domain/accounts/session.ts'
import { useRead, useWrite } from '../../api.ts'
import { Avatar } from '../../ui/images/avatar.tsx'
import { Icon } from '../../ui/images/icon.tsx'
import classes from './sidebar.module.css'

/** The selected organization; a menu where there is more than one to choose from. */
export function OrganizationSwitcher({ user, narrow }: { user: SessionUser; narrow: boolean }) {
  const name = user.clientName ?? 'No organization'
  const several = user.clientIds.length > 1 || isSuperAdmin(user)
  const inside = (
    <>
      <Avatar name={name} size={22} square strong />
      {!narrow && <span className="ellipsis grow">{name}</span>}
    </>
  )
  if (!several)
    return (
      <div className={classes.organization} title={narrow ? name : undefined}>
        {inside}
      </div>
    )
  return (
    <Menu position="bottom-start" width="target" styles={{ dropdown: { minWidth: 224 } }}>
      <Menu.Target>
        <button type="button" className={classes.organization} aria-label={`${name}, switch organization`}>
          {inside}
          {!narrow && <Icon name="chevron-down" size="s" />}
        </button>
      </Menu.Target>
      <Menu.Dropdown mah={400} style={{ overflowY: 'auto' }}>
        <Choices current={user.clientId} />
      </Menu.Dropdown>
    </Menu>
  )
}

function Choices({ current }: { current: number | null }) {
  const clients = useRead(getUserClients)
  const choose = useWrite(clientLogin, {
    // Everything on the screen belonged to the other organization: the page begins anew.
    onSuccess: () => location.assign('/dashboard'),
  })
  if (clients.isPending) return <Menu.Label>Loading…</Menu.Label>
  if (clients.isError)
    return <Menu.Item onClick={() => void clients.refetch()}>Could not be loaded. Try again</Menu.Item>
  return clients.data.map(({ id, displayName }) => (
    <Menu.Item
      key={id}
      leftSection={<Avatar name={displayName} size={20} square />}
      rightSection={id === current ? <Icon name="check" size="s" label="Selected" /> : undefined}
      onClick={() => id !== current && choose.mutate({ body: { clientLoginId: id } })}
    >
      {displayName}
    </Menu.Item>
  ))
}
