import { createHash } from 'node:crypto'
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { crc32 } from 'node:zlib'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { imageSignature } from '#contract/products/products.ts'
import { makeSeller, makeSession, makeUser } from '#seed/make.ts'
import { type TestApp, testApp } from '#server/testing/setup/app.ts'
import { takeFolderRoom, takeRoom } from './budget.ts'
import { readHost } from '../../http/outgoing/image-host.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp()
})
afterAll(() => app.stop())

/** Red on the left, blue on the right. */
const photo = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: 'red' } }).composite([
    { input: { create: { width: width / 2, height, channels: 3, background: 'blue' } }, left: width / 2, top: 0 },
  ])

const signed = async (as: string) => {
  const { body } = await app.call(imageSignature, { as })
  if (!body.data) throw new Error(body.message)
  return body.data
}
async function upload(fields: Record<string, string | number>, file: Buffer, name = 'photo.jpg', fileFirst = false) {
  const form = new FormData()
  if (fileFirst) form.set('file', new Blob([new Uint8Array(file)]), name)
  for (const [key, value] of Object.entries(fields)) form.set(key, String(value))
  if (!fileFirst) form.set('file', new Blob([new Uint8Array(file)]), name)
  const request = new Request('http://localhost/', { method: 'POST', body: form })
  const answer = await app.fastify.inject({
    method: 'POST',
    url: '/media/upload',
    headers: { 'content-type': request.headers.get('content-type') ?? '' },
    payload: Buffer.from(await request.arrayBuffer()),
  })
  return {
    status: answer.statusCode,
    body: answer.json<{
      secure_url: string
      width: number
      height: number
      bytes: number
      message: string
      code: string
    }>(),
  }
}
const fieldsOf = ({ apiKey, timestamp, signature, folder }: Awaited<ReturnType<typeof signed>>) => ({
  api_key: apiKey,
  timestamp,
  signature,
  folder,
})
const get = (url: string, headers = {}) =>
  app.fastify.inject({ url: url.replace('http://localhost:3000', ''), headers })

describe('the built-in image store', () => {
  it('PRO-216..PRO-220, PRO-298, PRO-299 signs an upload to an address of our own', async () => {
    const { as, organization } = await makeSeller(app.services)
    const answer = await app.call(imageSignature, { as, headers: { host: '127.0.0.1:3000' } })
    expect(answer.body.data).toEqual({
      name: 'motto',
      apiKey: 'motto',
      timestamp: expect.any(Number),
      signature: expect.stringMatching(/^[0-9a-f]{64}$/),
      folder: String(organization.id),
      uploadUrl: 'http://127.0.0.1:3000/media/upload',
    })
    expect((await app.call(imageSignature, { as, headers: { host: 'evil.example' } })).body.data?.uploadUrl).toBe(
      'http://localhost:3000/media/upload',
    )
    expect((await app.call(imageSignature)).status).toBe(401)
  })

  it('PRO-242, PRO-243, ACC-151 takes the signed multipart and serves what it answers, cached for good', async () => {
    const { as } = await makeSeller(app.services)
    const { status, body } = await upload(fieldsOf(await signed(as)), await photo(1600, 1200).jpeg().toBuffer())
    expect(status).toBe(200)
    expect(body).toMatchObject({ width: 1600, height: 1200, bytes: expect.any(Number) })
    expect(body.secure_url).toMatch(/^http:\/\/localhost:3000\/media\/\d+\/[0-9a-f]{64}\.jpg$/)
    const served = await get(body.secure_url)
    expect(served.headers).toMatchObject({
      'content-type': 'image/jpeg',
      'cache-control': 'public, max-age=31536000, immutable',
      'x-content-type-options': 'nosniff',
      'content-length': String(body.bytes),
    })
    expect(served.rawPayload).toHaveLength(body.bytes)
    expect((await get(body.secure_url, { 'if-none-match': served.headers.etag })).statusCode).toBe(304)
    const again = await upload(fieldsOf(await signed(as)), await photo(1600, 1200).jpeg().toBuffer())
    expect(again.body.secure_url).toBe(body.secure_url)
  })

  it('PRO-242 takes the file before the fields that sign it, too, as the image host does; unsigned it keeps neither', async () => {
    const { as } = await makeSeller(app.services)
    const picture = await photo(300, 300).png().toBuffer()
    expect((await upload(fieldsOf(await signed(as)), picture, 'photo.png', true)).status).toBe(200)
    expect(
      (await upload({ ...fieldsOf(await signed(as)), signature: '0'.repeat(64) }, picture, 'photo.png', true)).status,
    ).toBe(403)
    expect((await upload({}, picture, 'photo.png', true)).status).toBe(403)
  })

  it('ACC-152 an avatar needs no organization, but a confirmed email, and has a folder of its user', async () => {
    const [user, unconfirmed] = [await makeUser(app.services), await makeUser(app.services, { confirmed: false })]
    const fields = await signed(await makeSession(app.services, user.id, null))
    expect(fields.folder).toBe(`u${user.id}`)
    const { status, body } = await upload(fieldsOf(fields), await photo(200, 200).png().toBuffer())
    expect(status).toBe(200)
    expect(body.secure_url).toContain(`/media/u${user.id}/`)
    expect((await get(body.secure_url)).statusCode).toBe(200)
    const refused = await app.call(imageSignature, { as: await makeSession(app.services, unconfirmed.id, null) })
    expect([refused.status, refused.body.code]).toEqual([403, 'email_unconfirmed'])
  })

  it.each([64, 160, 320, 640, 1280])('makes a copy %i wide once, however many ask', async (w) => {
    const { as, organization } = await makeSeller(app.services)
    const { body } = await upload(fieldsOf(await signed(as)), await photo(1600, 1200).png().toBuffer())
    const all = await Promise.all(Array.from({ length: 5 }, () => get(`${body.secure_url}?w=${w}`)))
    for (const answer of all) expect([answer.statusCode, answer.headers['content-type']]).toEqual([200, 'image/webp'])
    expect(await sharp(all[0]?.rawPayload).metadata()).toMatchObject({ width: w, height: (w * 3) / 4, format: 'webp' })
    expect(readdirSync(join(app.services.config.dataDir, 'media', String(organization.id), 'sizes'))).toHaveLength(1)
  })

  it('refuses other widths', async () => {
    const { as } = await makeSeller(app.services)
    const { body } = await upload(fieldsOf(await signed(as)), await photo(100, 100).png().toBuffer())
    expect((await get(`${body.secure_url}?w=641`)).statusCode).toBe(400)
  })

  it('turns a picture upright and drops its metadata, such as where it was taken', async () => {
    const { as } = await makeSeller(app.services)
    const file = await photo(400, 200)
      .withExif({ IFD0: { Copyright: 'Dana' }, IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '51/1 30/1 0/1' } })
      .withMetadata({ orientation: 6 })
      .jpeg()
      .toBuffer()
    expect((await sharp(file).metadata()).orientation).toBe(6)
    const { body } = await upload(fieldsOf(await signed(as)), file)
    expect([body.width, body.height]).toEqual([200, 400])
    const metadata = await sharp((await get(body.secure_url)).rawPayload).metadata()
    expect([metadata.exif, metadata.orientation, metadata.xmp]).toEqual([undefined, undefined, undefined])
  })

  it.each([
    ['text that calls itself a picture', Buffer.from('hello')],
    ['SVG', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>')],
    ['GIF', Buffer.from('R0lGODlhAQABAAAAACwAAAAAAQABAAA=', 'base64')],
    ['a JPEG that ends early', Buffer.from([0xff, 0xd8, 0xff, 0xe0, 0, 16])],
  ])('refuses %s', async (_, file) => {
    const { as } = await makeSeller(app.services)
    const { status, body } = await upload(fieldsOf(await signed(as)), file)
    expect([status, body.message]).toEqual([400, 'Motto can’t read this image. Use PNG, JPEG or WebP.'])
  })

  const script = '<script>alert(1)</script>'
  /** A chunk of a PNG: its length, kind, words and checksum. */
  const chunk = (kind: string, words: string) => {
    const body = Buffer.from(kind + words, 'latin1')
    const whole = Buffer.alloc(body.length + 8)
    whole.writeUInt32BE(words.length)
    body.copy(whole, 4)
    whole.writeUInt32BE(crc32(body), body.length + 4)
    return whole
  }
  const zip = Buffer.concat([Buffer.from('PK\u0003\u0004', 'latin1'), Buffer.from(`index.html${script}`)])
  it.each([
    ['GIF and script', 'photo.gif', Buffer.from(`GIF89a/*${'\0'.repeat(20)}*/=1;alert(1)//${script}`, 'latin1')],
    ['GIF and page, called PNG', 'photo.png', Buffer.concat([Buffer.from('GIF89a'), Buffer.from(`<html>${script}`)])],
    ['SVG, called PNG', 'photo.png', Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg">${script}</svg>`)],
    [
      'a page behind the first bytes of a JPEG',
      'photo.jpg',
      Buffer.concat([Buffer.from([255, 216, 255]), Buffer.from(script)]),
    ],
    ['ZIP, called JPEG', 'photo.jpg', zip],
  ])('refuses what is two things at once: %s', async (_, name, file) => {
    const { as } = await makeSeller(app.services)
    const { status, body } = await upload(fieldsOf(await signed(as)), file, name)
    expect([status, body.message]).toEqual([400, 'Motto can’t read this image. Use PNG, JPEG or WebP.'])
  })

  it.each([
    ['a ZIP behind a JPEG', async () => Buffer.concat([await photo(64, 64).jpeg().toBuffer(), zip]), 'image/jpeg'],
    [
      'a script in the EXIF of a JPEG',
      () =>
        photo(64, 64)
          .withExif({ IFD0: { Copyright: script, ImageDescription: script } })
          .jpeg()
          .toBuffer(),
      'image/jpeg',
    ],
    [
      'a script in the comment of a JPEG',
      async () => {
        const file = await photo(64, 64).jpeg().toBuffer()
        const comment = Buffer.from(script)
        return Buffer.concat([
          file.subarray(0, 2),
          Buffer.from([255, 254, 0, comment.length + 2]),
          comment,
          file.subarray(2),
        ])
      },
      'image/jpeg',
    ],
    [
      'a script in the words of a PNG, and a page behind it',
      async () => {
        const file = await photo(64, 64).png().toBuffer()
        // Behind the head, which has 33 bytes.
        return Buffer.concat([
          file.subarray(0, 33),
          chunk('tEXt', `Comment\0${script}`),
          file.subarray(33),
          Buffer.from(script),
        ])
      },
      'image/png',
    ],
  ] as const)('keeps of %s the picture alone, and serves it as nothing else', async (_, make, type) => {
    const { as } = await makeSeller(app.services)
    const file = await make()
    expect(file.includes('script')).toBe(true)
    const { status, body } = await upload(fieldsOf(await signed(as)), file)
    expect([status, body.width, body.height]).toEqual([200, 64, 64])
    const { rawPayload, headers } = await get(body.secure_url)
    expect([rawPayload.includes('script'), rawPayload.includes('PK\u0003\u0004')]).toEqual([false, false])
    expect([headers['content-type'], headers['x-content-type-options']]).toEqual([type, 'nosniff'])
  })

  it('refuses a picture that would fill the memory when decoded', async () => {
    const { as } = await makeSeller(app.services)
    const bomb = await sharp({
      create: { width: 12_000, height: 6000, channels: 3, background: 'white' },
      limitInputPixels: false,
    })
      .png({ compressionLevel: 9 })
      .toBuffer()
    expect(bomb.length).toBeLessThan(1_000_000)
    const { status, body } = await upload(fieldsOf(await signed(as)), bomb)
    expect([status, body.message]).toEqual([
      400,
      'This image is too large: 12000 × 6000 pixels. Use up to 52 megapixels.',
    ])
  })

  it('takes more than a form may hold and refuses more than 20 MB', async () => {
    const { as } = await makeSeller(app.services)
    const fields = fieldsOf(await signed(as))
    const whole = await photo(100, 100).jpeg().toBuffer()
    expect((await upload(fields, Buffer.concat([whole, Buffer.alloc(10 * 1024 * 1024)]))).status).toBe(200)
    const { status, body } = await upload(fields, Buffer.alloc(20 * 1024 * 1024 + 1))
    expect([status, body.code, body.message]).toEqual([413, 'payload_too_large', 'This image is larger than 20 MB.'])
  })

  it('holds so much at once and no more: who comes then is asked to come again', async () => {
    const { as } = await makeSeller(app.services)
    const fields = fieldsOf(await signed(as))
    const file = await photo(100, 100).jpeg().toBuffer()
    const room = Array.from({ length: 8 }, () => takeRoom(20 * 1024 * 1024))
    expect(await upload(fields, file)).toMatchObject({ status: 429, body: { code: 'too_many_requests' } })
    for (const giveBack of room) giveBack()
    const own = Array.from({ length: 4 }, () => takeFolderRoom(fields.folder, 20 * 1024 * 1024))
    expect((await upload(fields, file)).status).toBe(429)
    const neighbour = fieldsOf(await signed((await makeSeller(app.services)).as))
    expect((await upload(neighbour, file)).status).toBe(200)
    for (const giveBack of own) giveBack()
    expect((await upload(fields, file)).status).toBe(200)
  })

  it("takes sixty pictures an hour into a user's own folder", async () => {
    const user = await makeUser(app.services)
    const fields = fieldsOf(await signed(await makeSession(app.services, user.id, null)))
    const file = await photo(8, 8).jpeg().toBuffer()
    const statuses = new Set<number>()
    for (let n = 0; n < 60; n += 1) statuses.add((await upload(fields, file)).status)
    expect([[...statuses], (await upload(fields, file)).status]).toEqual([[200], 429])
  })

  it('refuses an upload without a signature, with another folder, or after ten minutes', async () => {
    const [mine, other] = [await makeSeller(app.services), await makeSeller(app.services)]
    const file = await photo(100, 100).jpeg().toBuffer()
    const fields = fieldsOf(await signed(mine.as))
    for (const wrong of [
      {},
      { ...fields, folder: String(other.organization.id) },
      { ...fields, folder: '../1' },
      { ...fields, signature: fields.signature.replaceAll(/\d/g, '0') },
      { ...fields, timestamp: fields.timestamp + 1 },
    ]) {
      const { status, body } = await upload(wrong, file)
      expect([status, body.code]).toEqual([403, 'forbidden'])
    }
    const { clock } = app.services
    app.services.clock = { ...clock, now: () => new Date(Date.now() + 601_000) }
    expect((await upload(fields, file)).status).toBe(403)
    app.services.clock = clock
    expect((await upload(fields, file)).status).toBe(200)
    expect(existsSync(join(app.services.config.dataDir, 'media', String(other.organization.id)))).toBe(false)
  })

  it.each([
    '/media/1/..%2f..%2fsecret.key',
    '/media/..%2f/secret.key',
    '/media/../secret.key',
    `/media/1/${'a'.repeat(64)}.svg`,
    `/media/1/${'a'.repeat(64)}.jpg`,
    '/media/1/sizes',
  ])('%s leads nowhere', async (url) => {
    const answer = await get(url)
    expect([404, 503]).toContain(answer.statusCode)
    expect(answer.headers['content-type']).not.toContain('image')
  })
})

describe('an image host', () => {
  it('PRO-298 signs for Cloudinary as its documentation says', async () => {
    const host = await testApp({ MEDIA_URL: 'cloudinary://1234:abcd@demo' })
    const { as, organization } = await makeSeller(host.services)
    const { body } = await host.call(imageSignature, { as })
    const timestamp = body.data?.timestamp ?? 0
    expect(body.data).toEqual({
      name: 'demo',
      apiKey: '1234',
      timestamp,
      folder: `motto/${organization.id}`,
      uploadUrl: 'https://api.cloudinary.com/v1_1/demo/image/upload',
      signature: createHash('sha1').update(`folder=motto/${organization.id}&timestamp=${timestamp}abcd`).digest('hex'),
    })
    const page = await host.fastify.inject('/healthz')
    expect(page.headers['content-security-policy']).toContain(`connect-src 'self' https://api.cloudinary.com`)
    await host.stop()
  })
  it('may be one that takes the same upload elsewhere', () => {
    expect(readHost('https://key:se%2Fcret@images.example.com/v1_1/shop/upload')).toEqual({
      name: 'shop',
      apiKey: 'key',
      secret: 'se/cret',
      uploadUrl: 'https://images.example.com/v1_1/shop/upload',
    })
  })
})
