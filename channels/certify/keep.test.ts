import { expect, it } from 'vitest'
import { withoutSecrets } from './keep.ts'
import { sentValues } from './product.ts'
import { type Exchange, recording } from './record.ts'

const secrets = [
  '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',
  'v^1.1#i^1#r^0#p^3#I^3#f^0#t^H4sIAAAAAAAAAOVYa2wUVRTe',
  'eyJhbGciOiJSUzI1NiJ9.eyJzdWIiOiJtZXJjaGFudCJ9.c2lnbmF0dXJl',
  'Ada Lovelace',
  'LOVELACE',
  'ada.lovelace@example.com',
  '+49 431 5550100',
  'Hafenstrasse 12',
  'Kiel',
  '24103',
  'KIEL',
  'sandbox-app-secret',
]
const [token, jwt, longToken, name, surname, email, phone, street, city, zip, capitals, appSecret] = secrets

/** An answer as no channel should give it: a secret in every place. */
const planted = {
  access_token: token,
  status: longToken,
  code: jwt,
  state: city,
  type: name,
  note: capitals,
  message: `No access for ${email} with Bearer ${token}`,
  buyer: {
    name,
    type: surname,
    status: surname,
    address: { state: capitals, postalCode: zip, countryCode: 'GERMANY', line: street },
  },
  contacts: [{ phone, [`${email}`]: true, [`${phone}`]: 1 }],
  customers: { [`${token}`]: { email } },
  merchant: { status: surname, city: capitals, zip: Number(zip) },
  [`${jwt}`]: token,
  listing: { title: 'Motto connection test', status: 'ACTIVE', sku: 'MOTTO-CHECK-1', isActive: true, price: '12.34' },
}

it('keeps no token, name, address, email or phone number of an answer that is full of them', async () => {
  const recorded: Exchange[] = []
  const http = recording(
    async () => ({ status: 200, headers: { 'set-cookie': `${token}`, signature: `${jwt}` }, body: planted }),
    {
      origins: { api: 'https://api.example' },
      shop: 'lovelace.example',
      sent: sentValues('USD'),
      step: () => 'account',
      keep: (exchange) => void recorded.push(exchange),
    },
  )
  await http({
    method: 'POST',
    url: `https://api.example/v1/merchants/${name}/orders/${zip}?access_token=${token}&signature=${appSecret}&limit=5`,
    headers: { authorization: `Bearer ${token}` },
    json: planted,
  })
  const text = JSON.stringify(recorded)
  expect(secrets.filter((secret) => text.includes(secret))).toEqual([])
  expect(text).not.toMatch(/@|Bearer|lovelace/i)
  expect(recorded).toMatchObject([
    {
      call: 'POST /v1/merchants/{id}/orders/{id}',
      query: ['access_token', 'limit', 'signature'],
      answer: { listing: { ...planted.listing }, access_token: '<text>', buyer: { name: '<text>' } },
    },
  ])
})

it('replaces a value by the name of its form', () => {
  const value = {
    at: '2026-11-28T12:00:00Z',
    day: '2026-11-28',
    link: 'https://shop.example/a',
    gid: 'gid://shopify/Product/1',
    mail: 'a@b.example',
    number: '7700',
    amount: '9.95',
    words: 'Two words',
    count: 77,
    weight: 7.5,
    none: null,
    blank: '',
    flag: false,
  }
  expect(withoutSecrets(value, new Set())).toEqual({
    at: '<date>',
    day: '<date>',
    link: '<url>',
    gid: '<id>',
    mail: '<email>',
    number: '<digits>',
    amount: '<amount>',
    words: '<text>',
    count: '<integer>',
    weight: '<decimal>',
    none: null,
    blank: '',
    flag: false,
  })
})

it('keeps of a list only what is about the test product', () => {
  const list = [
    { sku: 'ELSE', status: 'ACTIVE' },
    { sku: 'MOTTO-CHECK-1', status: 'DRAFT' },
  ]
  expect(withoutSecrets({ list }, sentValues('USD'))).toEqual({ list: [{ sku: 'MOTTO-CHECK-1', status: 'DRAFT' }] })
})

it('keeps no name that the seller gave to a property of a listing', () => {
  const aspects = { Lovelace: ['Rose'], 'Made by': ['Ada'] }
  expect(withoutSecrets({ product: { aspects } }, new Set())).toEqual({
    product: { aspects: { '<name>': ['<text>'] } },
  })
})

it('changes nothing of what was kept before', () => {
  const once = withoutSecrets(planted, sentValues('USD'))
  expect(withoutSecrets(once, sentValues('USD'))).toEqual(once)
})
