import { Button, TextInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { createOrderRule, MOST_CONDITIONS, updateOrderRule } from '#contract/orders/rules.ts'
import { useWrite } from '#web/api.ts'
import { type ApiError, fieldError } from '#web/call.ts'
import { Callout } from '#web/ui/layout/callout.tsx'
import { DialogFooter } from '#web/ui/dialogs/confirm.tsx'
import { EntriesOf, useEntries } from '#web/ui/inputs/entries.tsx'
import { FormDialog } from '#web/ui/dialogs/form-dialog.tsx'
import { Icon } from '#web/ui/images/icon.tsx'
import { toast } from '#web/ui/dialogs/toast.tsx'
import { ActionFields } from './action-fields.tsx'
import { ConditionFields } from './condition-fields.tsx'
import { type Draft, type DraftCondition, draftOf, givenOf, newCondition, type Rule } from './draft.ts'
import classes from './rules.module.css'
import { type Asked, Tried, useTried } from './tried.tsx'

interface Props {
  /** Absent: a new one. */
  rule: Rule | undefined
  currency: string
  onClose: () => void
}

/** Writes a rule, and tries it before it is kept. */
export function RuleDialog({ rule, currency, onClose }: Props) {
  const [draft, setDraft] = useState(() => draftOf(rule, currency))
  const [begun] = useState(() => JSON.stringify(givenOf(draft)))
  const [query, setAsked] = useState<Asked>()
  const entries = useEntries()
  const handlers = {
    quiet: true,
    onSuccess: ({ on }: Rule) => {
      toast.success(rule?.on && !on ? 'Rule saved. Turn it on to use it.' : 'Rule saved')
      onClose()
    },
    onError: ({ message }: ApiError) => toast.error('Couldn’t save the rule', message),
  }
  const create = useWrite(createOrderRule, handlers)
  const update = useWrite(updateOrderRule, handlers)
  const trying = useTried(query)
  const write = rule ? update : create
  const change = (part: Partial<Draft>) => {
    setDraft((now) => ({ ...now, ...part }))
    setAsked(undefined)
    create.reset()
    update.reset()
  }
  const errorOf = (path: string) => fieldError(write.error, path) ?? (query && fieldError(trying.tried.error, path))
  const save = (event: FormEvent) => {
    event.preventDefault()
    if (entries.problem) return entries.focus()
    const body = givenOf(draft)
    if (rule) update.mutate({ params: { id: rule.id }, body: { ...body, updatedAt: rule.updatedAt } })
    else create.mutate({ body })
  }
  const tryIt = () => {
    if (entries.problem) return entries.focus()
    const { conditions, actions } = givenOf(draft)
    trying.setOffset(0)
    setAsked({ id: rule?.id ?? null, conditions, actions })
  }
  return (
    <FormDialog
      opened
      onClose={onClose}
      dirty={JSON.stringify(givenOf(draft)) !== begun}
      title={rule ? `Rule “${rule.name}”` : 'New rule'}
      size={760}
      yOffset="5dvh"
    >
      <form onSubmit={save} className={classes.dialog} noValidate>
        <div className={classes.scroll}>
          <TextInput
            label="Name"
            data-autofocus
            maxLength={100}
            value={draft.name}
            onChange={(event) => change({ name: event.currentTarget.value })}
            error={errorOf('name')}
            description="Shown in the history of each order it changes."
          />
          <EntriesOf form={entries}>
            <Conditions
              draft={draft}
              currency={currency}
              errorOf={errorOf}
              onChange={(conditions) => change({ conditions })}
            />
          </EntriesOf>
          <fieldset className={classes.part}>
            <legend>Then</legend>
            <ActionFields
              actions={draft.actions}
              errorOf={(path) => errorOf(`actions.${path}`)}
              onChange={(part) => change({ actions: { ...draft.actions, ...part } })}
            />
            {errorOf('actions') && <Callout tone="danger">{errorOf('actions')}</Callout>}
          </fieldset>
          {query && <Tried {...trying} />}
        </div>
        <DialogFooter>
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button variant="default" onClick={tryIt} loading={query !== undefined && trying.tried.isFetching}>
            Test on past orders
          </Button>
          <Button type="submit" loading={write.isPending}>
            Save
          </Button>
        </DialogFooter>
      </form>
    </FormDialog>
  )
}

interface ConditionsProps {
  draft: Draft
  currency: string
  errorOf: (path: string) => string | undefined
  onChange: (conditions: DraftCondition[]) => void
}

function Conditions({ draft: { conditions }, currency, errorOf, onChange }: ConditionsProps) {
  return (
    <fieldset className={classes.part}>
      <legend>When an order arrives</legend>
      {conditions.length === 0 && <p className="muted">Applies to every order. Add a condition to limit it.</p>}
      {conditions.map((condition, at) => (
        <ConditionFields
          key={condition.key}
          condition={condition}
          number={at + 1}
          errorOf={(path) => errorOf(`conditions.${at}.${path}`)}
          onChange={(part) => onChange(conditions.with(at, { ...condition, ...part }))}
          onRemove={() => onChange(conditions.toSpliced(at, 1))}
        />
      ))}
      {errorOf('conditions') && <Callout tone="danger">{errorOf('conditions')}</Callout>}
      {conditions.length < MOST_CONDITIONS ? (
        <span>
          <Button
            variant="default"
            size="xs"
            leftSection={<Icon name="plus" />}
            onClick={() => onChange([...conditions, newCondition(currency)])}
          >
            Add condition
          </Button>
        </span>
      ) : (
        <p className="subtle small">Add up to {MOST_CONDITIONS} conditions.</p>
      )}
    </fieldset>
  )
}
