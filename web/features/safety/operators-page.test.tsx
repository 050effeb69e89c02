// @vitest-environment jsdom
import { afterEach, expect, it } from 'vitest'
import { createOperator } from '#contract/safety/operators.ts'
import { answer, away, press, refusal, says, show, text, type } from '#web/testing/screen.tsx'
import { OperatorDialog } from './operator-dialog.tsx'

afterEach(away)

it('a new operator is sent as it was entered, and a refusal is shown at its field', async () => {
  const sentence = 'Enter an email address or a web address.'
  const { sent } = show(<OperatorDialog operator={undefined} onClose={() => {}} />, {
    answers: [answer(createOperator, refusal({ status: 400, message: sentence, fields: { email: sentence } }))],
  })
  await type('Company name', 'Ours GmbH')
  await press('button', 'Create operator')
  await says(sentence)
  expect(sent(createOperator)).toMatchObject([{ role: 'manufacturer', companyName: 'Ours GmbH', email: '' }])
  expect(text()).toContain('New operator')
})
