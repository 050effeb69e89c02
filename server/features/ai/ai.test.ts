import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { generateAttributes, generateDetail, whoGenerates } from '#contract/ai.ts'
import { makeSeller, makeTemplate } from '#seed/make.ts'
import { type TestApp, testApp } from '../../testing/setup/app.ts'

interface Asked {
  authorization: string | undefined
  url: string | undefined
  body: { model: string; messages: { content: string }[]; max_tokens: number; response_format: { json_schema: object } }
}
const requests: Asked[] = []
/** What the service answers next: its content, or a status. */
let answer: string | number = ''
const service = createServer((request, reply) => {
  let text = ''
  request.on('data', (part: Buffer) => (text += part))
  request.on('end', () => {
    requests.push({ authorization: request.headers.authorization, url: request.url, body: JSON.parse(text) })
    if (typeof answer === 'number') return void reply.writeHead(answer).end('{}')
    reply.writeHead(200, { 'content-type': 'application/json' })
    reply.end(JSON.stringify({ choices: [{ message: { content: answer } }], usage: { prompt_tokens: 9 } }))
  })
})
const apps: Record<string, TestApp> = {}
const sellers: Record<string, { as: string; templateId: number }> = {}

beforeAll(async () => {
  service.listen(0, '127.0.0.1')
  await once(service, 'listening')
  const AI_URL = `http://127.0.0.1:${(service.address() as AddressInfo).port}/v1`
  const settings: Record<string, Record<string, string>> = {
    own: {},
    asks: { AI_URL, AI_MODEL: 'small', AI_KEY: 'key-of-ours' },
  }
  for (const name of ['own', 'asks']) {
    const app = await testApp(settings[name])
    apps[name] = app
    const { as, ctx } = await makeSeller(app.services)
    const template = await makeTemplate(ctx, { attributes: [{ name: 'Mount' }] })
    sellers[name] = { as, templateId: template.id }
  }
})
afterAll(async () => {
  service.close().closeAllConnections()
  for (const app of Object.values(apps)) await app.stop()
})

const on = (name: 'own' | 'asks') => ({ app: apps[name] as TestApp, ...(sellers[name] as (typeof sellers)[string]) })
const item = {
  template: 'Lens',
  condition: 'New',
  attributes: [
    { name: 'Brand', value: 'Nikon' },
    { name: 'Mount', value: 'Z' },
    { name: 'Secret', value: 'cheap' },
  ],
}
const detail = async (name: 'own' | 'asks', field: 'title' | 'description', more: object = {}) => {
  const { app, as } = on(name)
  return (
    await app.call(generateDetail, {
      body: { item: { ...item, ...more }, type: 'product', field, excludeFields: ['secret'] },
      as,
    })
  ).body
}
it.each([['wide,zoom'], [['wide', 'zoom']]])(
  'a detail is generated from tags as text, as a product is created with, or as a list: %j',
  async (tags) => {
    const { app, as } = on('own')
    const body = { item: { ...item, tags }, type: 'product' as const, field: 'title' as const }
    expect((await app.call(generateDetail, { body, as })).status).toBe(200)
  },
)

const read = async (name: 'own' | 'asks', body: object = {}) => {
  const { app, as, templateId } = on(name)
  const texts = { title: 'A lens', description: '<p>Mount: Nikon Z</p>' }
  return (await app.call(generateAttributes, { body: { templateId, ...texts, ...body } as never, as })).body
}

it('NAV-010 PRO-281 PRO-300..PRO-303 without a service the built-in generator answers, and nothing leaves this machine', async () => {
  expect((await detail('own', 'title')).data).toBe('Nikon Z Lens')
  expect((await detail('own', 'description')).data).toBe(
    '<p>Nikon Z Lens</p><p>Condition: New</p><ul><li><b>Brand:</b> Nikon</li><li><b>Mount:</b> Z</li></ul>',
  )
  expect((await read('own')).data).toEqual([{ name: 'Mount', value: 'Nikon Z' }])
  const { app, as } = on('own')
  expect((await app.call(whoGenerates, { as })).body.data).toMatchObject({ model: '', host: '' })
  expect(requests).toEqual([])
})

it('PRO-268 PRO-269 attributes need a title, a description and a template', async () => {
  expect((await read('own', { title: ' ' })).fields).toEqual({ title: 'Title is required.' })
  expect((await read('own', { description: '' })).fields).toEqual({ description: 'Description is required.' })
  expect((await read('own', { templateId: undefined })).code).toBe('invalid_input')
  expect((await read('own', { templateId: (sellers.own?.templateId ?? 0) + 999 })).code).toBe('not_found')
})

it('a service is told what buyers see, and what it answers is cleaned', async () => {
  answer = JSON.stringify({ text: '<p onclick="x()">Sharp</p><script>x()</script>' })
  expect((await detail('asks', 'description', { cost: 3, notes: 'paid too much' })).data).toBe('<p>Sharp</p>')
  answer = JSON.stringify({ text: `<b>${'Sharp '.repeat(40)}` })
  expect((await detail('asks', 'title')).data).toHaveLength(80)
  const [first] = requests
  expect([first?.url, first?.authorization, first?.body.model]).toEqual([
    '/v1/chat/completions',
    'Bearer key-of-ours',
    'small',
  ])
  expect(first?.body.response_format.json_schema).toEqual({
    name: 'text',
    strict: true,
    schema: {
      type: 'object',
      properties: { text: { type: 'string' } },
      required: ['text'],
      additionalProperties: false,
    },
  })
  const sent = JSON.stringify(requests.map(({ body }) => body))
  expect(sent).toContain('Nikon')
  for (const hidden of ['cheap', 'paid too much', '"cost"', 'key-of-ours', 'secret-for-tests'])
    expect(sent, hidden).not.toContain(hidden)
  const { app, as } = on('asks')
  expect((await app.call(whoGenerates, { as })).body.data).toMatchObject({ model: 'small', perHour: 200 })
})

it('PRO-303 a service’s values count for attributes of the template alone', async () => {
  answer = JSON.stringify({
    attributes: [
      { name: 'mount', value: ' F ' },
      { name: 'Price', value: '1' },
      { name: 'Brand', value: '' },
    ],
  })
  expect((await read('asks')).data).toEqual([{ name: 'Mount', value: 'F' }])
})

it.each([500, 'no JSON', JSON.stringify({ else: 1 }), JSON.stringify({ text: ' ' })])(
  'one that answers %s is told to be away',
  async (input) => {
    answer = input
    expect(await detail('asks', 'title')).toMatchObject({ success: false, code: 'unavailable' })
  },
)
