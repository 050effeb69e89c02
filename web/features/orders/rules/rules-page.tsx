import { Button } from '@mantine/core'
import { useSearch } from '@tanstack/react-router'
import { useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { deleteOrderRule, listOrderRules, MOST_RULES, moveOrderRule, switchOrderRule } from '#contract/orders/rules.ts'
import { getClient } from '#contract/organizations/organizations.ts'
import { linkTo } from '#web/addresses.ts'
import { keyOf, useRead, useWrite } from '#web/api.ts'
import { cache } from '#web/cache.ts'
import { LookOnly, useMay } from '#web/may.tsx'
import { confirm } from '#web/ui/dialogs/confirm.tsx'
import { toast } from '#web/ui/dialogs/toast.tsx'
import { number } from '#web/ui/format.ts'
import { Icon } from '#web/ui/images/icon.tsx'
import { EmptyState, ErrorState } from '#web/ui/layout/empty-state.tsx'
import { Page } from '#web/ui/layout/page.tsx'
import { FormSkeleton } from '#web/ui/layout/skeleton.tsx'
import { useNavigate } from '#web/ui/link.tsx'
import type { Rule } from './draft.ts'
import { RuleDialog } from './rule-dialog.tsx'
import { RuleRow } from './rule-row.tsx'
import classes from './rules.module.css'
import { SwitchDialog } from './switch-dialog.tsx'

/** What is done with orders as they arrive. */
export function RulesPage() {
  const { rule: edited, on: switched } = useSearch({ from: '/orders/rules' })
  const navigate = useNavigate({ from: '/orders/rules' })
  const rules = useRead(listOrderRules)
  const client = useRead(getClient)
  const mayWrite = useMay('orders:write')
  const show = (search: { rule?: number | 'new'; on?: number } = {}) => void navigate({ search })
  const all = rules.data
  const isFull = (all?.length ?? 0) >= MOST_RULES
  const editedRule = all?.find(({ id }) => id === edited)
  const switchedRule = all?.find(({ id }) => id === switched)
  return (
    <Page
      title="Order Rules"
      crumbs={[{ label: 'Orders', to: linkTo({ to: '/orders' }) }]}
      count={all ? number(all.length) : undefined}
      actions={
        mayWrite && (
          <Button
            leftSection={<Icon name="plus" />}
            disabled={!all || isFull}
            title={isFull ? `You can have up to ${MOST_RULES} rules. Delete one first.` : undefined}
            onClick={() => show({ rule: 'new' })}
          >
            New Rule
          </Button>
        )
      }
    >
      {!mayWrite && <LookOnly needs="orders:write" />}
      {rules.isError && !all ? (
        <ErrorState error={rules.error} retry={() => void rules.refetch()} />
      ) : !all ? (
        <FormSkeleton fields={4} label="Loading the rules" />
      ) : all.length === 0 ? (
        <EmptyState title="No rules yet" drawing={false}>
          Rules process new orders by channel, destination, total, SKU or tag. They can add tags, set the shipping
          service, assign the order or put it on hold. You test each rule on past orders before turning it on.
        </EmptyState>
      ) : (
        <Rules
          rules={all}
          mayWrite={mayWrite}
          onEdit={(id) => show({ rule: id })}
          onSwitchOn={(id) => show({ on: id })}
        />
      )}
      {mayWrite && client.data && all && (edited === 'new' || editedRule) && (
        <RuleDialog key={edited} rule={editedRule} currency={client.data.currency} onClose={() => show()} />
      )}
      {mayWrite && switchedRule && !switchedRule.on && <SwitchDialog rule={switchedRule} onClose={() => show()} />}
    </Page>
  )
}

interface RulesProps {
  rules: readonly Rule[]
  mayWrite: boolean
  onEdit: (id: number) => void
  onSwitchOn: (id: number) => void
}

/** The rules in the order that somebody has just given them, until the server has it or refuses it. */
function useOrder(saved: readonly Rule[]) {
  const [ids, setIds] = useState<readonly number[]>()
  const sent = useRef(0)
  const { mutate } = useWrite(moveOrderRule, {
    // The last place asked for is the last one that is sent.
    scope: { id: 'order rules' },
    onSuccess: (all) => cache.setQueryData(keyOf(listOrderRules), all),
    onSettled: () => {
      sent.current -= 1
      if (sent.current === 0) setIds(undefined)
    },
  })
  const place = (rule: Rule) => ids?.indexOf(rule.id) ?? 0
  return {
    rules: ids ? saved.toSorted((a, b) => place(a) - place(b)) : saved,
    put: (rules: readonly Rule[]) => setIds(rules.map(({ id }) => id)),
    move: (id: number, to: number) => {
      sent.current += 1
      mutate({ params: { id }, body: { to } })
    },
  }
}

/** In their order, which buttons change. */
export function Rules({ rules: saved, mayWrite, onEdit, onSwitchOn }: RulesProps) {
  const list = useRef<HTMLOListElement>(null)
  const { rules, put, move } = useOrder(saved)
  const turn = useWrite(switchOrderRule, { onSuccess: ({ name }) => toast.success(`Rule “${name}” is off`) })
  const remove = useWrite(deleteOrderRule, { onSuccess: () => toast.success('Rule deleted') })
  const moveTo = (from: number, to: number) => {
    const rule = rules[from]
    if (!rule) return
    // At once, as the next key may follow in the same frame.
    flushSync(() => put(rules.toSpliced(from, 1).toSpliced(to, 0, rule)))
    const buttons = list.current?.querySelectorAll<HTMLButtonElement>(`[data-rule="${rule.id}"] [data-move]`) ?? []
    const [up, down] = buttons
    const same = to < from ? up : down
    ;(same?.disabled ? (same === up ? down : up) : same)?.focus()
    move(rule.id, to)
  }
  const ask = async ({ id, name }: Rule) => {
    const yes = await confirm({
      title: `Delete rule “${name}”?`,
      body: 'It won’t run for new orders. Orders it already changed stay as they are.',
      confirm: 'Delete rule',
      danger: true,
    })
    if (yes) remove.mutate({ params: { id } })
  }
  return (
    <>
      <p className="muted">
        Rules run once for each new order, from top to bottom. Tags added by a rule are visible to the rules below it.
      </p>
      <ol className={classes.rules} ref={list} aria-label="Rules">
        {rules.map((rule, at) => (
          <RuleRow
            key={rule.id}
            rule={rule}
            at={at}
            of={rules.length}
            mayWrite={mayWrite}
            onSwitch={(on) => (on ? onSwitchOn(rule.id) : turn.mutate({ params: { id: rule.id }, body: { on } }))}
            onEdit={() => onEdit(rule.id)}
            onMove={(to) => moveTo(at, to)}
            onDelete={() => void ask(rule)}
          />
        ))}
      </ol>
    </>
  )
}
