import { Button, Checkbox, TextInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { type Scope, mayGive, scopeNames, scopes, scopesOfAllAccounts } from '#contract/tokens/scopes.ts'
import { MOST_DAYS, USUAL_DAYS } from '#contract/tokens/tokens.ts'
import { isAdmin } from '#domain/accounts/session.ts'
import { fieldError, messageOf } from '#web/call.ts'
import { useSession } from '#web/session.ts'
import { Select } from '#web/ui/choices/select.tsx'
import { DialogFooter } from '#web/ui/dialogs/confirm.tsx'
import { FormDialog } from '#web/ui/dialogs/form-dialog.tsx'
import { Callout } from '#web/ui/layout/callout.tsx'
import { type BudgetDraft, BudgetFields, usualBudget } from './budget-fields.tsx'
import { TokenAccounts } from './token-accounts.tsx'
import { readNetworks } from './token-words.ts'
import classes from './tokens.module.css'

const NEVER = 'never'
const periods = [
  { value: '7', label: '7 days' },
  { value: '30', label: '30 days' },
  { value: String(USUAL_DAYS), label: '90 days' },
  { value: String(MOST_DAYS), label: '1 year' },
]

interface Body {
  name: string
  kind: 'person' | 'organization'
  usedBy: 'program' | 'agent'
  scopes: Scope[]
  integrationIds?: number[]
  expiresInDays: number | null
  networks: string[]
  budget?: BudgetDraft
}
interface Props {
  busy: boolean
  error: unknown
  onClose: () => void
  onCreate: (body: Body) => void
}

/** What a new token is for, and what it can do. */
export function TokenForm({ busy, error, onClose, onCreate }: Props) {
  const user = useSession()
  const admin = user ? isAdmin(user) : false
  const [name, setName] = useState('')
  const [kind, setKind] = useState<Body['kind']>('person')
  const [usedBy, setUsedBy] = useState<Body['usedBy']>('program')
  const [granted, setGranted] = useState<Scope[]>([])
  const [accounts, setAccounts] = useState<readonly number[] | null>(null)
  const [period, setPeriod] = useState(String(USUAL_DAYS))
  const [networks, setNetworks] = useState('')
  const [budget, setBudget] = useState(usualBudget)
  const offered = scopeNames.filter(
    (scope) =>
      mayGive(user?.roleId ?? null, scope) && isUseful(usedBy, scope) && !(accounts && scopesOfAllAccounts.has(scope)),
  )
  const chosen = granted.filter((scope) => offered.includes(scope))
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const expiresInDays = period === NEVER ? null : Number(period)
    const body = {
      name,
      kind,
      usedBy,
      scopes: chosen,
      ...(accounts && { integrationIds: [...accounts] }),
      expiresInDays,
      networks: readNetworks(networks),
    }
    onCreate(usedBy === 'agent' ? { ...body, budget } : body)
  }
  const atField = fieldError(error, 'name') ?? fieldError(error, 'networks')
  return (
    <FormDialog opened onClose={onClose} title="Create API token" size="lg">
      <form onSubmit={submit}>
        <div className="stack">
          <TextInput
            label="Name"
            description="The program that will use it, such as ERP stock sync."
            data-autofocus
            required
            maxLength={80}
            value={name}
            error={fieldError(error, 'name')}
            onChange={(event) => setName(event.currentTarget.value)}
          />
          <div className={classes.pair}>
            {admin && (
              <Select
                label="Belongs to"
                allowDeselect={false}
                data={[
                  { value: 'person', label: 'Me' },
                  { value: 'organization', label: 'The organization' },
                ]}
                value={kind}
                onChange={(value) => setKind(value === 'organization' ? 'organization' : 'person')}
              />
            )}
            <Select
              label="Used by"
              allowDeselect={false}
              data={[
                { value: 'program', label: 'A program' },
                { value: 'agent', label: 'An AI agent' },
              ]}
              value={usedBy}
              onChange={(value) => setUsedBy(value === 'agent' ? 'agent' : 'program')}
            />
            <Select
              label="Expires in"
              allowDeselect={false}
              data={admin ? [...periods, { value: NEVER, label: 'Never' }] : periods}
              value={period}
              onChange={(value) => value && setPeriod(value)}
            />
          </div>
          {kind === 'organization' && <Callout>This token keeps working when you leave the organization.</Callout>}
          {usedBy === 'agent' && <BudgetFields value={budget} onChange={setBudget} />}
          <TokenAccounts value={accounts} onChange={setAccounts} />
          <Scopes granted={chosen} offered={offered} onChange={setGranted} />
          <TextInput
            label="Allowed addresses (optional)"
            description="IP addresses or networks, separated by commas. Leave blank to allow any."
            placeholder="203.0.113.0/24"
            value={networks}
            error={fieldError(error, 'networks')}
            onChange={(event) => setNetworks(event.currentTarget.value)}
          />
          {Boolean(error) && !atField && <Callout tone="danger">{messageOf(error)}</Callout>}
        </div>
        <DialogFooter>
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" loading={busy} disabled={!name.trim() || chosen.length === 0 || accounts?.length === 0}>
            Create token
          </Button>
        </DialogFooter>
      </form>
    </FormDialog>
  )
}

/** What an agent can propose; all else it can only see. */
const proposable: readonly Scope[] = ['products:write', 'orders:write', 'listings:write']
const isUseful = (usedBy: Body['usedBy'], scope: Scope) =>
  usedBy === 'program' || scope.endsWith(':read') || proposable.includes(scope)

/** What the role of the maker may give; all else is not offered. */
function Scopes({
  granted,
  offered,
  onChange,
}: {
  granted: readonly Scope[]
  offered: readonly Scope[]
  onChange: (granted: Scope[]) => void
}) {
  const group = (title: string, names: Scope[]) =>
    names.length > 0 && (
      <fieldset className={classes.scopes}>
        <legend>{title}</legend>
        {names.map((scope) => (
          <Checkbox
            key={scope}
            label={scopes[scope].meaning}
            checked={granted.includes(scope)}
            onChange={({ currentTarget: { checked } }) =>
              onChange(checked ? [...granted, scope] : granted.filter((other) => other !== scope))
            }
          />
        ))}
      </fieldset>
    )
  return (
    <div className={classes.pair}>
      {group(
        'It can see',
        offered.filter((scope) => scope.endsWith(':read')),
      )}
      {group(
        'It can change, and see',
        offered.filter((scope) => !scope.endsWith(':read')),
      )}
    </div>
  )
}
