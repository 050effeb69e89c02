import { createCipheriv, randomBytes } from 'node:crypto'
import { expect, it } from 'vitest'
import type { Services } from '../context.ts'
import { purposeKey } from './auth.ts'
import { seal, unseal } from './seal.ts'

const secret = randomBytes(32)
const services = { secret } as Services

it('A sealed value is opened for its row alone', () => {
  const sealed = seal(services, 'channel-tokens', '1/7', { accessToken: 'a' })
  expect(unseal(services, 'channel-tokens', '1/7', sealed)).toEqual({ accessToken: 'a' })
  expect(() => unseal(services, 'channel-tokens', '2/7', sealed)).toThrow('unable to authenticate')
  expect(() => unseal(services, 'two-factor', '1/7', sealed)).toThrow('unable to authenticate')
})

it('A bound value cannot be passed off as one from before values were bound', () => {
  const sealed = seal(services, 'channel-tokens', '1/7', 'a')
  expect(() => unseal(services, 'channel-tokens', '2/7', sealed.subarray('bound1'.length))).toThrow(
    'unable to authenticate',
  )
})

it('A value that was sealed before values were bound to rows can still be opened', () => {
  const nonce = randomBytes(12)
  const cipher = createCipheriv('aes-256-gcm', purposeKey(secret, 'channel-tokens'), nonce)
  const text = Buffer.concat([cipher.update('"old"', 'utf8'), cipher.final()])
  const old = Buffer.concat([nonce, cipher.getAuthTag(), text])
  expect(unseal(services, 'channel-tokens', '1/7', old)).toBe('old')
})

it('A sealed value that was changed cannot be opened', () => {
  const sealed = seal(services, 'channel-tokens', '1/7', 'a')
  sealed[sealed.length - 1] = (sealed.at(-1) ?? 0) ^ 1
  expect(() => unseal(services, 'channel-tokens', '1/7', sealed)).toThrow('unable to authenticate')
})
