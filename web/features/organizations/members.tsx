import { ActionIcon } from '@mantine/core'
import type { CallReply } from '#contract/endpoint.ts'
import { changeUserRole, clientUsers, removeUser } from '#contract/organizations/organizations.ts'
import { roles } from '#contract/permissions.ts'
import { useRead, useWrite } from '#web/api.ts'
import { useSession } from '#web/session.ts'
import { Avatar } from '#web/ui/images/avatar.tsx'
import { confirm } from '#web/ui/dialogs/confirm.tsx'
import { type Column, DataTable } from '#web/ui/tables/data-table.tsx'
import { ErrorState } from '#web/ui/layout/empty-state.tsx'
import { Icon } from '#web/ui/images/icon.tsx'
import { Card } from '#web/ui/layout/page.tsx'
import { personStates } from '#domain/words/states.ts'
import { StatusChip } from '#web/ui/images/status-chip.tsx'
import { toast } from '#web/ui/dialogs/toast.tsx'
import classes from './organization.module.css'
import { roleChoices, roleWord } from '#web/form/role-choices.ts'
import { Select } from '#web/ui/choices/select.tsx'

type Member = CallReply<typeof clientUsers>[number]

const who: readonly Column<Member>[] = [
  {
    key: 'email',
    header: 'Member',
    phone: 'title',
    render: ({ name, email, image, status }) => (
      <span className={classes.who}>
        <Avatar name={name || email} image={image} size={28} />
        <span className="grow">
          <span className="ellipsis">
            {email}
            {status === 'pending' && <span className="subtle"> (Pending)</span>}
          </span>
          {name && <span className="small subtle ellipsis">{name}</span>}
        </span>
      </span>
    ),
  },
  {
    key: 'status',
    header: 'Status',
    width: 100,
    render: ({ status }) => <StatusChip of={personStates[status === 'pending' ? 'pending' : 'active']} />,
  },
]

/** ORG-051: everyone in the organization, with what an admin may do about them. */
export function Members({ clientId }: { clientId: number }) {
  const members = useRead(clientUsers)
  const self = useSession()?.id
  const { changeRole, remove, busy } = useDecisions(clientId, self)
  const admins = members.data?.filter(({ roleId, status }) => roleId === roles.admin && status === 'active').length
  const lastAdmin = ({ roleId, status }: Member) => roleId === roles.admin && status === 'active' && admins === 1
  const columns: readonly Column<Member>[] = [
    ...who,
    {
      key: 'role',
      header: 'Role',
      width: 190,
      render: (member) => (
        <div className={classes.role}>
          <Select
            size="xs"
            aria-label={`Role of ${member.email}`}
            data={roleChoices}
            value={String(member.roleId)}
            placeholder={roleWord(member.roleId)}
            allowDeselect={false}
            disabled={busy || lastAdmin(member)}
            onChange={(value) => value && void changeRole(member, Number(value))}
          />
          {lastAdmin(member) && (
            <span className="small subtle">This is the only Admin. Make someone else an Admin first.</span>
          )}
        </div>
      ),
    },
    {
      key: 'remove',
      header: <span className="sr-only">Remove</span>,
      label: 'Remove',
      width: 44,
      align: 'right',
      render: (member) => (
        <ActionIcon
          aria-label={`Remove ${member.email}`}
          disabled={busy || lastAdmin(member)}
          onClick={() => void remove(member)}
        >
          <Icon name="trash" />
        </ActionIcon>
      ),
    },
  ]
  return (
    <Card title="Organization Users" padded={false}>
      {members.isError && !members.data ? (
        <ErrorState error={members.error} retry={() => void members.refetch()} />
      ) : (
        <DataTable
          label="Organization users"
          columns={columns}
          rows={members.data}
          rowKey={(member) => `${member.status} ${member.id}`}
          expected={3}
        />
      )}
    </Card>
  )
}

/** Each asks first: both end the person's sessions in this organization. */
function useDecisions(clientId: number, self: number | undefined) {
  const change = useWrite(changeUserRole)
  const removal = useWrite(removeUser)
  const name = (member: Member) => (member.id === self && member.status === 'active' ? 'you' : member.email)
  const changeRole = async (member: Member, roleId: number) => {
    if (roleId === member.roleId) return
    const yes = await confirm({
      title: `Make ${name(member)} ${roleWord(roleId)}?`,
      body:
        member.status === 'pending'
          ? 'The invitation stays valid, with the new role.'
          : 'They’ll be logged out. The new role applies when they log in again.',
      confirm: 'Change role',
    })
    if (!yes) return
    const detail = `${member.email}: ${roleWord(member.roleId)} → ${roleWord(roleId)}`
    change.mutate(
      { body: { clientId, userId: member.id, userRole: roleId } },
      { onSuccess: () => toast.success('Role changed.', { detail }) },
    )
  }
  const remove = async (member: Member) => {
    const pending = member.status === 'pending'
    const yes = await confirm({
      title: pending ? `Cancel the invitation for ${member.email}?` : `Remove ${name(member)} from the organization?`,
      body: pending
        ? 'The link in the email will stop working.'
        : 'They lose access immediately. Their past work is kept.',
      confirm: pending ? 'Cancel invitation' : 'Remove',
      ...(pending && { cancel: 'Keep invitation' }),
      danger: true,
    })
    if (!yes) return
    const message = pending ? 'Invitation cancelled.' : 'Removed from the organization.'
    removal.mutate(
      { body: { clientId, userId: member.id } },
      { onSuccess: () => toast.success(message, { detail: member.email }) },
    )
  }
  return { changeRole, remove, busy: change.isPending || removal.isPending }
}
