import { verify } from '@node-rs/argon2'
import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { login } from '#contract/accounts.ts'
import { type TestApp, testApp } from '#server/testing/setup/app.ts'
import { sha256, visitor } from '#server/testing/shop/people.ts'
import { hashPassword } from './passwords.ts'

vi.mock('@node-rs/argon2', async (original) => {
  const real = await original<typeof import('@node-rs/argon2')>()
  return { ...real, verify: vi.fn<typeof real.verify>(real.verify) }
})

let app: TestApp
beforeAll(async () => {
  app = await testApp()
})
afterAll(() => app.stop())
beforeEach(() => {
  vi.mocked(verify).mockClear()
})

/** The dear part of a sign-in: argon2id's parameters of each hash that was compared. */
const work = () => vi.mocked(verify).mock.calls.map(([hash]) => String(hash).split('$').slice(1, 4).join('$'))

it('ACC-077 a sign-in does the same work whether the account exists or not, so that its time does not tell', async () => {
  await app.services.database.system
    .insertInto('users')
    .values({ email: 'dana@example.com', passwordHash: await hashPassword(sha256('right')) })
    .execute()
  const tries = [
    ['dana@example.com', sha256('wrong')],
    ['nobody@example.com', sha256('wrong')],
    ['nobody@example.com', ''],
  ] as const
  for (const [email, password] of tries) {
    vi.mocked(verify).mockClear()
    const answer = await app.call(login, { body: { email, password }, headers: visitor() })
    expect(answer.body).toEqual({
      success: false,
      data: null,
      message: 'Invalid email or password.',
      code: 'bad_credentials',
    })
    expect(work()).toEqual(['argon2id$v=19$m=19456,t=2,p=1'])
  }
})
