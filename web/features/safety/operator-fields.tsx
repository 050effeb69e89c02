import { TextInput } from '@mantine/core'
import type { CallInput } from '#contract/endpoint.ts'
import { type createOperator, operatorNameChars, operatorRoleNames, operatorRoles } from '#contract/safety/operators.ts'
import { OperatorIds } from './operator-ids.tsx'
import { countries } from '#domain/orders/countries.ts'
import { SearchSelect } from '#web/ui/choices/search-select.tsx'
import { Select } from '#web/ui/choices/select.tsx'
import classes from './operators.module.css'

export type Draft = Required<NonNullable<CallInput<typeof createOperator>['body']>>

export const blankOperator: Draft = {
  role: 'manufacturer',
  name: '',
  companyName: '',
  addressLine1: '',
  addressLine2: '',
  city: '',
  region: '',
  postalCode: '',
  country: '',
  email: '',
  phone: '',
  contactUrl: '',
  externalIds: {},
}

type TextField = Exclude<keyof Draft, 'role' | 'country' | 'externalIds'>
const texts: readonly { name: TextField; label: string; most: number; wide?: true; hint?: string }[] = [
  { name: 'companyName', label: 'Company name', most: 100, wide: true, hint: 'As registered. Buyers see it.' },
  { name: 'addressLine1', label: 'Address', most: 180, wide: true },
  { name: 'addressLine2', label: 'Address line 2', most: 180, wide: true },
  { name: 'postalCode', label: 'Postal code', most: 20 },
  { name: 'city', label: 'City', most: 64 },
  { name: 'region', label: 'State or region', most: 64 },
]
const contacts: typeof texts = [
  { name: 'email', label: 'Email', most: 180 },
  {
    name: 'contactUrl',
    label: 'Web address',
    most: 250,
    hint: 'A contact page. You can enter it instead of an email.',
  },
  { name: 'phone', label: 'Phone', most: 64 },
]

interface Props {
  draft: Draft
  errorOf: (field: keyof Draft) => string | undefined
  onChange: (part: Partial<Draft>) => void
}

export function OperatorFields({ draft, errorOf, onChange }: Props) {
  const input = ({ name, label, most, wide, hint }: (typeof texts)[number]) => (
    <TextInput
      key={name}
      className={wide && classes.wide}
      label={label}
      description={hint}
      maxLength={most}
      value={draft[name]}
      error={errorOf(name)}
      onChange={(event) => onChange({ [name]: event.currentTarget.value })}
    />
  )
  return (
    <>
      <Select
        label="Role"
        allowDeselect={false}
        data={operatorRoles.map((role) => ({ value: role, label: operatorRoleNames[role] }))}
        value={draft.role}
        error={errorOf('role')}
        onChange={(role) => role && onChange({ role })}
      />
      <TextInput
        label="Name"
        data-autofocus
        maxLength={operatorNameChars}
        value={draft.name}
        error={errorOf('name')}
        description="How products and files refer to it."
        onChange={(event) => onChange({ name: event.currentTarget.value })}
      />
      {texts.map(input)}
      <SearchSelect
        label="Country"
        options={[...countries()].map(([value, label]) => ({ value, label }))}
        value={draft.country || null}
        error={errorOf('country')}
        onChange={(country) => onChange({ country: country ?? '' })}
      />
      {contacts.map(input)}
      <OperatorIds ids={draft.externalIds} onChange={(externalIds) => onChange({ externalIds })} />
    </>
  )
}
