// @vitest-environment jsdom
import { createHash } from 'node:crypto'
import { afterEach, expect, it } from 'vitest'
import { createAccount } from '#contract/accounts.ts'
import { answer, away, press, refusal, show, text, type, until } from '#web/testing/screen.tsx'
import { CreateAccountPage } from './create-account-page.tsx'

afterEach(away)

it('ACC-099 ACC-172 ACC-173 the password leaves the browser as its hash alone; that the email has an account is told in a toast', async () => {
  const conflict = refusal({ status: 409, message: 'An account with this email already exists.' })
  const screen = show(<CreateAccountPage />, { at: '/createAccount', answers: [answer(createAccount, conflict)] })
  await type('Email', 'dana@northlight.example')
  await type('Password', 'Correct-horse-9')
  await type('Re-Enter Password', 'Correct-horse-9')
  await press('button', 'Create')
  const toast = await until(() => document.querySelector('[role="alert"]'))
  expect(text(toast)).toBe('An account with this email already exists.')
  const hash = createHash('sha256').update('Correct-horse-9').digest('hex')
  expect(screen.sent(createAccount)).toEqual([
    { email: 'dana@northlight.example', password: hash, checkPassword: hash },
  ])
})
