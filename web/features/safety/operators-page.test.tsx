// @vitest-environment jsdom
import { afterEach, expect, it } from 'vitest'
import { listAccounts } from '#contract/integrations/integrations.ts'
import { createOperator } from '#contract/safety/operators.ts'
import { answer, away, press, refusal, says, show, text, type } from '#web/testing/screen.tsx'
import { OperatorDialog } from './operator-dialog.tsx'

afterEach(away)

it('a new operator is sent as it was entered, and a refusal is shown at its field', async () => {
  const sentence = 'Enter an email address or a web address.'
  const { sent } = show(<OperatorDialog operator={undefined} onClose={() => {}} />, {
    answers: [
      answer(listAccounts, [{ id: 7, channel: 'etsy', account: 'TraderKiel', authenticated: true }]),
      answer(createOperator, refusal({ status: 400, message: sentence, fields: { email: sentence } })),
    ],
  })
  await type('Company name', 'Ours GmbH')
  await type('ID on Etsy (TraderKiel)', '4711')
  await press('button', 'Create operator')
  await says(sentence)
  expect(sent(createOperator)).toMatchObject([
    { role: 'manufacturer', companyName: 'Ours GmbH', email: '', externalIds: { 7: '4711' } },
  ])
  expect(text()).toContain('New operator')
})
