import type { SelectProps } from '@mantine/core'
import { clientUsers } from '#contract/organizations/organizations.ts'
import { useRead } from '#web/api.ts'
import { useSession } from '#web/session.ts'
import { CouldNotLoad } from '#web/ui/layout/could-not-load.tsx'
import { SearchSelect } from '#web/ui/choices/search-select.tsx'

interface Props extends Omit<SelectProps, 'value' | 'onChange' | 'data'> {
  value: number | null
  onChange: (id: number | null) => void
}

/** A member of the organization, or nobody; whoever is signed in goes first. One who has left is still shown where they stand. */
export function PersonSelect({ value, onChange, ...select }: Props) {
  const me = useSession()?.id
  const members = useRead(clientUsers)
  const people = (members.data ?? []).filter(({ status }) => status === 'active')
  const options = people
    .map(({ id, name, email }) => ({ value: String(id), label: `${name || email}${id === me ? ' (me)' : ''}` }))
    .toSorted((a, b) => Number(b.value === String(me)) - Number(a.value === String(me)))
  if (value !== null && !people.some(({ id }) => id === value))
    options.push({ value: String(value), label: members.data ? 'Former member' : 'Unnamed member' })
  return (
    <>
      <SearchSelect
        placeholder="Unassigned"
        clearable
        {...select}
        options={options}
        value={value === null ? null : String(value)}
        onChange={(id) => onChange(id === null ? null : Number(id))}
      />
      <CouldNotLoad what="The people of your organization" read={members} />
    </>
  )
}
