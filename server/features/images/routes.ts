import type { MultipartFile } from '@fastify/multipart'
import type { FastifyReply, FastifyRequest } from 'fastify'
import * as pictures from '#contract/products/images.ts'
import { imageSignature } from '#contract/products/products.ts'
import { imageWidths as widths } from '#domain/images/sizes.ts'
import { AppError } from '../../errors.ts'
import { bringsForm } from '../../http/requests/bodies.ts'
import { HOURS, limitKey, limitTries } from '../../http/requests/limits.ts'
import { type App, actRoute, openRoute, route } from '../../http/route.ts'
import type { Services } from '../../context.ts'
import { takeFolderRoom, takeRoom } from './budget.ts'
import { importPicture, mountOneDrive } from './elsewhere.ts'
import { keepDocument } from './documents.ts'
import { readPicture } from './pictures.ts'
import { type UploadFields, isSigned, sign } from './signature.ts'
import { findKept, findPicture, isDocument, keepPicture } from './store.ts'

const FILE_BYTES = 20 * 1024 * 1024
/** A user's own folder has one profile picture; an organization's has the pictures of all its products. */
const USER_AN_HOUR = 60
const ORGANIZATION_AN_HOUR = 5000
const TOO_LARGE = 'This image is larger than 20 MB.'
const UNSIGNED = 'This upload has expired. Try again.'

/** The area's endpoints, and the image store behind them (PRO-299): like an image host it answers outside the API. */
export default function mount(app: App) {
  const { fastify, services } = app
  openRoute(app, imageSignature, async ({ session, request }) => {
    if (!session) throw new AppError('unauthenticated')
    if (!session.emailConfirmed) throw new AppError('email_unconfirmed')
    // Before there is an organization, one has a face already.
    const inOrganization = session.organizationId !== null && !session.secondFactorMissing
    return sign(
      services,
      inOrganization ? String(session.organizationId) : `u${session.userId}`,
      originOf(services, request),
    )
  })
  actRoute(
    app,
    pictures.importPicture,
    (ctx, { body }) => importPicture(ctx, body.url),
    async (_, image) => image,
  )
  route(app, pictures.driveKeys, async ({ services }) => services.config.driveKeys)
  mountOneDrive(app)
  fastify.post('/media/upload', { onRequest: formsOnly }, (request) => upload(services, request))
  fastify.route<{ Params: { folder: string; name: string }; Querystring: { w?: string } }>({
    method: ['GET', 'HEAD'],
    url: '/media/:folder/:name',
    handler: (request, reply) => serve(services, request.params, request.query.w, request, reply),
  })
}

/** A browser that came by another name of this machine must not be sent to a host that its page may not call. */
function originOf({ config: { publicUrl } }: Services, { host, hostname, protocol }: FastifyRequest): string {
  const local = ['localhost', '127.0.0.1', '[::1]', '::1'].includes(hostname)
  return local ? `${protocol}://${host}` : publicUrl
}

async function formsOnly(request: FastifyRequest) {
  if (!bringsForm(request)) throw new AppError('unsupported_type', 'Send the image as multipart/form-data.')
}

/** What a form says it brings; one that does not say may bring the most. */
const bytesOf = ({ headers }: FastifyRequest) => Math.min(Number(headers['content-length'] ?? FILE_BYTES), FILE_BYTES)

/** Takes a signed upload as an image host does. */
async function upload(services: Services, request: FastifyRequest) {
  const giveBack = takeRoom(bytesOf(request))
  try {
    return await keepUpload(services, request)
  } finally {
    giveBack()
  }
}

async function keepUpload(services: Services, request: FastifyRequest) {
  const { fields, file } = await readParts(request, (fields) => isSigned(services, fields))
  if (!isSigned(services, fields)) throw new AppError('forbidden', UNSIGNED)
  if (!file)
    throw new AppError('invalid_input', 'The field `file` is missing.', { fields: { file: 'Choose an image.' } })
  const { folder } = fields
  const max = folder.startsWith('u') ? USER_AN_HOUR : ORGANIZATION_AN_HOUR
  await limitTries(services, [{ key: limitKey('upload', folder), max, seconds: HOURS }])
  const giveBack = takeFolderRoom(folder, file.length)
  try {
    const addressOf = (name: string) => `${services.config.publicUrl}/media/${folder}/${name}`
    if (fields.kind === 'document') {
      const address = addressOf(await keepDocument(services, folder, file))
      return { secure_url: address, bytes: file.length }
    }
    const picture = await readPicture(file)
    const url = addressOf(await keepPicture(services, folder, picture))
    return { secure_url: url, width: picture.width, height: picture.height, bytes: picture.bytes.length }
  } finally {
    giveBack()
  }
}

/** Unsigned files that are being read at this moment, in this process. */
let onTrust = 0
/** A form may send its file before the fields that sign it, as the image host allows. Each such file is in memory until the signature arrives, so only this many are read at once. */
const MOST_ON_TRUST = 4

/** @param allowed whether the fields so far allow the upload: a form that tells otherwise is refused before its file is read */
async function readParts(
  request: FastifyRequest,
  allowed: (fields: UploadFields) => boolean,
): Promise<{ fields: UploadFields; file?: Buffer }> {
  const fields: Record<string, string> = {}
  let file: Buffer | undefined
  for await (const part of request.parts({ limits: { fileSize: FILE_BYTES, files: 1, fields: 20, fieldSize: 1000 } })) {
    if (part.type === 'field') fields[part.fieldname] = String(part.value)
    else if (allowed(fields)) file = await readFile(part)
    else if ('signature' in fields || onTrust >= MOST_ON_TRUST) throw new AppError('forbidden', UNSIGNED)
    else {
      onTrust += 1
      file = await readFile(part).finally(() => (onTrust -= 1))
    }
  }
  return { fields, ...(file ? { file } : {}) }
}

const readFile = (part: MultipartFile) =>
  part.toBuffer().catch((error: unknown) => {
    if ((error as { statusCode?: unknown }).statusCode !== 413) throw error
    throw new AppError('payload_too_large', TOO_LARGE, { cause: error })
  })

async function serve(
  services: Services,
  { folder, name }: { folder: string; name: string },
  w: string | undefined,
  request: FastifyRequest,
  reply: FastifyReply,
) {
  const width = w === undefined ? undefined : widths.find((known) => String(known) === w)
  if (isDocument(folder, name)) return serveDocument(services, { folder, name }, request, reply)
  if (w !== undefined && width === undefined)
    throw new AppError('bad_request', `An image’s width must be one of ${widths.join(', ')}.`)
  const picture = await findPicture(services, folder, name, width)
  if (!picture) throw new AppError('not_found', 'This image doesn’t exist.')
  const etag = `"${name.slice(0, 64)}-${width ?? 'full'}"`
  reply.headers({
    'cache-control': 'public, max-age=31536000, immutable',
    etag,
    'content-type': picture.type,
    'content-length': picture.bytes.length,
    // Channels and our own page under another name of this machine show it, too.
    'cross-origin-resource-policy': 'cross-origin',
  })
  if (request.headers['if-none-match'] === etag) return reply.status(304).removeHeader('content-length').send()
  return reply.send(request.method === 'HEAD' ? undefined : picture.bytes)
}

/** As a file to save: nothing that somebody uploaded opens as a page of ours. */
async function serveDocument(
  services: Services,
  { folder, name }: { folder: string; name: string },
  request: FastifyRequest,
  reply: FastifyReply,
) {
  const document = await findKept(services, folder, name)
  if (!document) throw new AppError('not_found', 'This document doesn’t exist.')
  reply.headers({
    'cache-control': 'public, max-age=31536000, immutable',
    'content-type': document.type,
    'content-length': document.bytes.length,
    'content-disposition': 'attachment; filename="document.pdf"',
    'x-content-type-options': 'nosniff',
  })
  return reply.send(request.method === 'HEAD' ? undefined : document.bytes)
}
