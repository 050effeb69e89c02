// @vitest-environment jsdom
import { afterEach, expect, it } from 'vitest'
import {
  createOrderRule,
  deleteOrderRule,
  moveOrderRule,
  switchOrderRule,
  tryOrderRule,
} from '#contract/orders/rules.ts'
import { all, answer, away, theOne, press, refusal, says, show, text, type, until } from '#web/testing/screen.tsx'
import type { Rule } from './draft.ts'
import { RuleDialog } from './rule-dialog.tsx'
import { Rules } from './rules-page.tsx'
import { SwitchDialog } from './switch-dialog.tsx'

afterEach(away)

const rule = (id: number): Rule => ({
  id,
  name: `Rule ${id}`,
  on: false,
  conditions: [],
  actions: { addTags: ['gift'], service: '', assigneeId: null, hold: false },
  assignee: null,
  updatedAt: '2026-11-01T00:00:00.000Z',
})

it('two quick moves are shown at once, and sent one after the other', async () => {
  const rules = [rule(1), rule(2), rule(3)]
  const done: (() => void)[] = []
  const { sent } = show(<Rules rules={rules} mayWrite onEdit={() => {}} onSwitchOn={() => {}} />, {
    answers: [answer(moveOrderRule, () => new Promise((resolve) => done.push(() => resolve(rules))))],
  })
  const moves = () => sent(moveOrderRule)
  await press('button', 'Move Rule 1 down')
  await press('button', 'Move Rule 1 down')
  expect(all('button', /^Edit/).map((button) => button.getAttribute('aria-label'))).toEqual([
    'Edit Rule 2',
    'Edit Rule 3',
    'Edit Rule 1',
  ])
  await until(() => done.length === 1)
  expect(moves()).toEqual([{ to: 1 }])
  done[0]?.()
  await until(() => done.length === 2)
  expect(moves()).toEqual([{ to: 1 }, { to: 2 }])
  done[1]?.()
  await until(() => all('button', /^Edit/)[0]?.getAttribute('aria-label') === 'Edit Rule 1')
})

/** Two of the last three orders match; the one is tagged already. */
const tried = answer(tryOrderRule, {
  looked: 3,
  items: 2,
  data: [
    { id: 7, changes: ['Tag gift'] },
    { id: 8, changes: [] },
  ].map((order) => ({
    ...order,
    channel: 'manual' as const,
    number: `T-${order.id}`,
    externalOrderId: '',
    orderDate: '2026-11-20T10:00:00.000Z',
    customer: 'Ana Lima',
    country: 'PT',
    totalAmount: 20,
    currency: 'USD',
  })),
} as never)

it('is created with what was typed; what the server refuses stands at its field, and nothing typed is lost', async () => {
  let refuse = true
  let closed = 0
  const { sent } = show(<RuleDialog rule={undefined} currency="USD" onClose={() => (closed += 1)} />, {
    answers: [
      answer(createOrderRule, () =>
        refuse
          ? refusal({
              status: 422,
              code: 'invalid_input',
              message: 'Please check the fields.',
              fields: { name: 'Give the rule a name.', actions: 'Choose what is done with the order.' },
            })
          : rule(9),
      ),
    ],
  })
  await type('Name', 'Gifts')
  await press('button', 'Save')
  await says('Give the rule a name.')
  await says('Choose what is done with the order.')
  expect(closed).toBe(0)
  expect(((await theOne('field', 'Name')) as HTMLInputElement).value).toBe('Gifts')
  refuse = false
  await type('Name', 'Gifts for Ana')
  expect(text()).not.toContain('Give the rule a name.')
  await press('button', 'Save')
  await until(() => closed === 1)
  expect(sent(createOrderRule).map(({ name, conditions }) => [name, conditions])).toEqual([
    ['Gifts', []],
    ['Gifts for Ana', []],
  ])
})

it('is tried on past orders before it is kept: which match, what would change, and nothing is saved', async () => {
  const { sent } = show(<RuleDialog rule={rule(1)} currency="USD" onClose={() => {}} />, { answers: [tried] })
  await press('button', 'Test on past orders')
  await says('2 of the last 3 orders match.')
  await says('Tag gift')
  await says('No change needed')
  expect(sent(tryOrderRule)).toEqual([{ id: 1, conditions: [], actions: rule(1).actions }])
  expect(sent(createOrderRule)).toEqual([])
  // What was tried is not what is typed now.
  await type('Name', 'Another')
  await until(() => !text().includes('orders match'))
})

it('is switched on once it was tried, as it was tried; a change since is refused in words', async () => {
  let closed = 0
  const late = 'Somebody changed this meanwhile. Reload to see it, then try again.'
  let changed = true
  const { sent } = show(<SwitchDialog rule={rule(1)} onClose={() => (closed += 1)} />, {
    answers: [
      tried,
      answer(switchOrderRule, () =>
        changed ? refusal({ status: 409, code: 'edit_conflict', message: late }) : { ...rule(1), on: true },
      ),
    ],
  })
  await says('2 of the last 3 orders match.')
  await press('button', 'Turn on')
  await says(late)
  expect(closed).toBe(0)
  changed = false
  await press('button', 'Turn on')
  await until(() => closed === 1)
  expect(sent(switchOrderRule)).toEqual([
    { on: true, updatedAt: rule(1).updatedAt },
    { on: true, updatedAt: rule(1).updatedAt },
  ])
})

it('is not switched on before it was tried', async () => {
  const failed = answer(tryOrderRule, refusal({ status: 500, message: 'Something went wrong on our side.' }))
  show(<SwitchDialog rule={rule(1)} onClose={() => {}} />, { answers: [failed] })
  await says('Something went wrong on our side.')
  expect(((await theOne('button', 'Turn on')) as HTMLButtonElement).disabled).toBe(true)
})

it('is deleted once somebody said so twice, and left where they did not', async () => {
  const { requests } = show(<Rules rules={[rule(1), rule(2)]} mayWrite onEdit={() => {}} onSwitchOn={() => {}} />, {
    answers: [answer(deleteOrderRule, { ok: true })],
  })
  const deleted = () => requests.filter((address) => address.startsWith('DELETE'))
  await press('button', 'Delete Rule 2')
  await says('Orders it already changed stay as they are.')
  await press('button', 'Cancel')
  await until(() => !text().includes('Orders it already changed stay as they are.'))
  expect(deleted()).toEqual([])
  await press('button', 'Delete Rule 2')
  await press('button', 'Delete rule')
  await says('Rule deleted')
  expect(deleted()).toEqual(['DELETE /orders/rules/2'])
})

it('is only read by whoever may not write', () => {
  show(<Rules rules={[rule(1)]} mayWrite={false} onEdit={() => {}} onSwitchOn={() => {}} />)
  return says('Rule 1').then(() => expect(all('button', /^(?:Edit|Delete|Move)/)).toEqual([]))
})
