// @vitest-environment jsdom
import { afterEach, expect, it, vi } from 'vitest'
import { getSupportAddress, sendSupportEmail } from '#contract/support.ts'
import { answer, away, press, refusal, says, show, theOne, type, valueOf } from '#web/testing/screen.tsx'
import { SupportForm } from './form.tsx'

afterEach(() => away())

it('NAV-108 a support message that cannot be sent is noted as "Failed to send support ticket", and shown', async () => {
  const log = vi.spyOn(console, 'warn').mockImplementation(() => undefined)
  show(<SupportForm opened onClose={() => undefined} />, {
    answers: [
      answer(getSupportAddress, { email: 'help@shop.example' }),
      answer(sendSupportEmail, refusal({ status: 500, message: 'Nobody there.' })),
    ],
  })
  await theOne('field', 'Message')
  await type('Message', 'Hello?')
  await press('button', 'Send')
  await says('Failed to send support ticket. Nobody there. Your message is still here.')
  expect(log.mock.calls).toEqual([['Failed to send support ticket', 'Nobody there.']])
  expect(await valueOf('Message')).toBe('Hello?')
})
