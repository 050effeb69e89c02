import { expect, it } from 'vitest'
import { withoutSecrets } from './sandbox-process.ts'

it('the sandbox gets none of the keys of Motto', () => {
  const mine = {
    PATH: '/bin',
    PORT: '3000',
    SECRET_KEY: 'k',
    DATABASE_URL: 'd',
    MAIL_URL: 'm',
    MEDIA_URL: 'i',
    AI_KEY: 'a',
    EBAY_CLIENT_SECRET: 'e',
    SHOPIFY_CLIENT_SECRET: 's',
  }
  expect(withoutSecrets(mine)).toEqual({ PATH: '/bin', PORT: '3000' })
})
