import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { imageSignature } from '#contract/products/products.ts'
import { makeSeller } from '#seed/make.ts'
import { type TestApp, testApp } from '#server/testing/setup/app.ts'
import { ownFile } from './documents.ts'
import { isKept } from './store.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp()
})
afterAll(() => app.stop())

/** Uploads a file with a signature of a new seller. */
async function upload(file: Buffer, more: { kind?: 'document' }) {
  const { as } = await makeSeller(app.services)
  const { apiKey, timestamp, signature, folder } = (await app.call(imageSignature, { as })).body.data ?? {}
  const form = new FormData()
  for (const [name, value] of Object.entries({ api_key: apiKey, timestamp, signature, folder, ...more }))
    form.set(name, String(value))
  form.set('file', new Blob([new Uint8Array(file)]), 'guide.pdf')
  const request = new Request('http://localhost/', { method: 'POST', body: form })
  const answer = await app.fastify.inject({
    method: 'POST',
    url: '/media/upload',
    headers: { 'content-type': request.headers.get('content-type') ?? '' },
    payload: Buffer.from(await request.arrayBuffer()),
  })
  return { status: answer.statusCode, body: answer.json<{ secure_url: string; message: string }>() }
}
const document = (file: Buffer) => upload(file, { kind: 'document' })

const pdf = (bytes = 0) => Buffer.from(`%PDF-1.7\n${' '.repeat(bytes)}\n%%EOF\n`, 'latin1')
const image = () => sharp({ create: { width: 40, height: 30, channels: 3, background: 'navy' } })

describe('uploaded documents', () => {
  it('are kept as they are, handed out as a file to save, and read by who sends them on', async () => {
    const { status, body } = await document(pdf())
    expect(status).toBe(200)
    const answer = await app.fastify.inject({ url: new URL(body.secure_url).pathname })
    expect(answer.statusCode).toBe(200)
    expect(answer.headers).toMatchObject({
      'content-type': 'application/pdf',
      'content-disposition': expect.stringContaining('attachment'),
      'x-content-type-options': 'nosniff',
    })
    expect(answer.rawPayload.equals(pdf())).toBe(true)
    const file = await ownFile(app.services, body.secure_url)
    expect(file).toMatchObject({ type: 'application/pdf', name: 'document.pdf' })
    expect(Buffer.from(file?.bytes ?? []).equals(pdf())).toBe(true)
    expect(await ownFile(app.services, 'https://elsewhere.example/media/1/a.pdf')).toBeUndefined()
    const [, , folder = '', name = ''] = new URL(body.secure_url).pathname.split('/')
    expect(await isKept(app.services, folder, name), 'as a picture').toBe(false)
  })

  it('that are images are kept as images', async () => {
    const { status, body } = await document(await image().png().toBuffer())
    expect([status, body.secure_url?.endsWith('.png')]).toEqual([200, true])
    expect(await ownFile(app.services, body.secure_url)).toMatchObject({ type: 'image/png', name: 'document.png' })
  })

  it.each([
    [
      'a PDF that was cut off',
      async () => Buffer.from('%PDF-1.7'),
      'This PDF is incomplete. Export or download it again.',
    ],
    ['a text', async () => Buffer.from('Read me'), 'Motto can’t read this document. Use PDF, PNG or JPEG.'],
    ['a WebP image', () => image().webp().toBuffer(), 'Motto can’t read this document. Use PDF, PNG or JPEG.'],
    ['one of more than 10 MB', async () => pdf(10 * 1024 * 1024), 'This document is larger than 10 MB.'],
  ])('that Motto refuses: %s', async (_, file, message) => {
    const answer = await document(await file())
    expect(answer.status).toBeGreaterThanOrEqual(400)
    expect(answer.body.message).toBe(message)
  })

  it('are no pictures', async () => {
    expect((await upload(pdf(), {})).status).toBe(400)
  })
})
