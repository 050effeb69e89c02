// @vitest-environment jsdom
import { afterEach, expect, it } from 'vitest'
import { moveOrderRule } from '#contract/order-rules.ts'
import { all, answer, away, press, show, until } from '#web/testing/screen.tsx'
import type { Rule } from './draft.ts'
import { Rules } from './rules-page.tsx'

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
  const asked = () => sent(moveOrderRule)
  await press('button', 'Move Rule 1 down')
  await press('button', 'Move Rule 1 down')
  expect(all('button', /^Edit/).map((button) => button.getAttribute('aria-label'))).toEqual([
    'Edit Rule 2',
    'Edit Rule 3',
    'Edit Rule 1',
  ])
  await until(() => done.length === 1)
  expect(asked()).toEqual([{ to: 1 }])
  done[0]?.()
  await until(() => done.length === 2)
  expect(asked()).toEqual([{ to: 1 }, { to: 2 }])
  done[1]?.()
  await until(() => all('button', /^Edit/)[0]?.getAttribute('aria-label') === 'Edit Rule 1')
})
