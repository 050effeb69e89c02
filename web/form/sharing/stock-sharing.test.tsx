// @vitest-environment jsdom
import { afterEach, expect, it } from 'vitest'
import { saveOrganizationSharing } from '#contract/sync/sharing.ts'
import { answer, away, theOne, press, says, show, until } from '#web/testing/screen.tsx'
import { StockSharing } from './stock-sharing.tsx'

afterEach(away)

it('keeps what is chosen while an earlier choice is being saved', async () => {
  let saved = () => {}
  const late = new Promise<void>((resolve) => (saved = resolve))
  const { sent } = show(<StockSharing of={{}} sharing={{ mode: 'shared' }} />, {
    answers: [
      answer(saveOrganizationSharing, async () => {
        await late
        return { ok: true as const }
      }),
    ],
  })
  await press('field', 'Guaranteed')
  await press('button', 'Save stock sharing')
  await press('button', 'Change stock sharing')
  await until(() => sent(saveOrganizationSharing).length === 1)
  await press('field', 'Guaranteed for the last units')
  saved()
  await says('Stock sharing saved.')
  expect(((await theOne('field', 'Guaranteed for the last units')) as HTMLInputElement).checked).toBe(true)
  expect(sent(saveOrganizationSharing)).toEqual([{ sharing: { mode: 'guaranteed' } }])
})
