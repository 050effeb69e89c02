import { promisify } from 'node:util'
import { constants, gzip } from 'node:zlib'
import type { FastifyRequest } from 'fastify'
import type { ImportMapping } from '#contract/imports.ts'
import { type Ctx, inTransaction } from '../../../context.ts'
import { AppError } from '../../../errors.ts'
import { enqueue } from '../../../jobs/queue.ts'
import { EncodingFinder } from './encoding.ts'
import * as queries from '../queries.ts'

const pack = promisify(gzip)
/** The largest file: a million products have a few hundred megabytes. */
const FILE_BYTES = 1024 ** 3
const CHUNK_BYTES = 1024 ** 2
const FIELD_BYTES = 4 * CHUNK_BYTES
const NO_FILE = 'Choose a CSV file.'
const NOT_CSV = 'Only CSV files can be imported.'

export interface Upload {
  id: number
  fields: Record<string, string>
}
export interface UploadOptions {
  kind: 'products' | 'templates'
  limit?: number | undefined
  /** The mapping that fields of the form ask for: then the import goes on by itself to its end. */
  mapping?: (fields: Record<string, string>) => Partial<ImportMapping>
}

/**
 * Takes the file of a form as it arrives, packs it piece by piece into the database and queues its reading. Never more than a piece is in memory.
 * @throws invalid_input, unsupported_type, payload_too_large
 */
export async function takeUpload(ctx: Ctx, request: FastifyRequest, o: UploadOptions): Promise<Upload> {
  if (!request.isMultipart()) throw new AppError('invalid_input', NO_FILE, { fields: { file: NO_FILE } })
  const fields: Record<string, string> = {}
  let stored: { id: number; bytes: number; encoding: string } | undefined
  try {
    for await (const part of request.parts({
      limits: { fileSize: FILE_BYTES, files: 1, fields: 40, fieldSize: FIELD_BYTES },
    })) {
      if (part.type === 'field') fields[part.fieldname] = String(part.value)
      else {
        if (!/\.csv$/i.test(part.filename))
          throw new AppError('unsupported_type', NOT_CSV, { fields: { file: NOT_CSV } })
        const { id } = await queries.insert(ctx, {
          kind: o.kind,
          fileName: part.filename.slice(0, 255),
          ...(o.limit ? { asked: { limit: o.limit } } : {}),
        })
        stored = { id, bytes: 0, encoding: '' }
        Object.assign(stored, await keep(ctx, id, part.file))
        if (part.file.truncated)
          throw new AppError('payload_too_large', 'This file is larger than 1 GB.', {
            fields: { file: 'This file is larger than 1 GB.' },
          })
      }
    }
    if (!stored) throw new AppError('invalid_input', NO_FILE, { fields: { file: NO_FILE } })
    const { id, bytes, encoding } = stored
    const mapping = o.mapping?.(fields)
    await inTransaction(ctx, async (ctx) => {
      await queries.update(ctx, id, {
        bytes,
        encoding,
        ...(mapping ? { mapping: JSON.stringify(mapping), oneGo: true } : {}),
      })
      await enqueue(
        ctx,
        'imports.read',
        { organizationId: ctx.organizationId, importId: id },
        { key: `${ctx.organizationId}:${id}` },
      )
    })
    return { id, fields }
  } catch (error) {
    if (stored) await queries.remove(ctx, stored.id)
    throw isCutOff(error)
      ? new AppError('bad_request', 'The file did not arrive whole. Upload it again.', { cause: error })
      : error
  }
}

/** The form ended before its last boundary, or its sender went away. */
const isCutOff = (error: unknown) =>
  error instanceof Error && /unexpected end of multipart data|^premature close$/i.test(error.message)

async function keep(
  ctx: Ctx,
  importId: number,
  file: AsyncIterable<Buffer>,
): Promise<{ bytes: number; encoding: string }> {
  const finder = new EncodingFinder()
  let [bytes, position] = [0, 0]
  let waiting: Buffer[] = []
  let size = 0
  const flush = async () => {
    if (size === 0) return
    const content = await pack(Buffer.concat(waiting), { level: constants.Z_BEST_SPEED })
    await queries.insertChunk(ctx, importId, position, content)
    position += 1
    waiting = []
    size = 0
  }
  for await (const part of file) {
    finder.add(part)
    waiting.push(part)
    size += part.length
    bytes += part.length
    if (size >= CHUNK_BYTES) await flush()
  }
  await flush()
  return { bytes, encoding: finder.end() }
}
