import { type Hash, createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { constants, gzip } from 'node:zlib'
import type { FastifyRequest } from 'fastify'
import { type ImportMapping, tableFileName } from '#contract/imports.ts'
import type { Ctx } from '../../../context.ts'
import { AppError } from '../../../errors.ts'
import { enqueue } from '../../../jobs/queue.ts'
import type { Taken } from '../../../http/writes.ts'
import { EncodingFinder } from './encoding.ts'
import * as queries from '../queries.ts'

const pack = promisify(gzip)
/** The largest file: a million products have a few hundred megabytes. */
const FILE_BYTES = 1024 ** 3
const CHUNK_BYTES = 1024 ** 2
const FIELD_BYTES = 4 * CHUNK_BYTES
const NO_FILE = 'Choose a CSV file.'
const NOT_CSV = 'Only CSV files can be imported.'

export interface UploadOptions {
  kind: 'products' | 'templates'
  limit?: number | undefined
  /** The mapping that fields of the form ask for: then the import goes on by itself to its end. */
  mapping?: (fields: Record<string, string>) => Partial<ImportMapping>
}
/** A file that is in the database, and not yet read. */
interface Stored {
  id: number
  bytes: number
  encoding: string
  mapping: Partial<ImportMapping> | undefined
}

/**
 * Takes the file of a form as it arrives, and packs it piece by piece into the database. Never more than a piece is in memory.
 * @param store false only reads it, for its hash
 * @throws invalid_input, unsupported_type, payload_too_large
 */
export async function takeUpload(
  ctx: Ctx,
  request: FastifyRequest,
  store: boolean,
  o: UploadOptions,
): Promise<Taken & { value: Stored | undefined }> {
  if (!request.isMultipart()) throw new AppError('invalid_input', NO_FILE, { fields: { file: NO_FILE } })
  const fields: Record<string, string> = {}
  const hash = createHash('sha256')
  let file: File | undefined
  let id: number | undefined
  try {
    for await (const part of request.parts({
      limits: { fileSize: FILE_BYTES, files: 1, fields: 40, fieldSize: FIELD_BYTES },
    })) {
      if (part.type === 'field') fields[part.fieldname] = String(part.value)
      else {
        if (!tableFileName.test(part.filename))
          throw new AppError('unsupported_type', NOT_CSV, { fields: { file: NOT_CSV } })
        const fileName = part.filename.slice(0, 255)
        hash.update(fileName)
        if (store) id = await insert(ctx, fileName, o)
        file = await keep(ctx, id, part.file, hash)
        if (part.file.truncated)
          throw new AppError('payload_too_large', 'This file is larger than 1 GB.', {
            fields: { file: 'This file is larger than 1 GB.' },
          })
      }
    }
    if (!file) throw new AppError('invalid_input', NO_FILE, { fields: { file: NO_FILE } })
    const digest = hash.update(JSON.stringify(fields)).digest()
    const value = id === undefined ? undefined : { ...file, id, mapping: o.mapping?.(fields) }
    return { digest, value, drop: () => drop(ctx, id) }
  } catch (error) {
    await drop(ctx, id)
    throw isCutOff(error)
      ? new AppError('bad_request', 'The file did not arrive whole. Upload it again.', { cause: error })
      : error
  }
}

const insert = async (ctx: Ctx, fileName: string, { kind, limit }: UploadOptions): Promise<number> =>
  (await queries.insert(ctx, { kind, fileName, ...(limit ? { asked: { limit } } : {}) })).id

const drop = async (ctx: Ctx, id: number | undefined): Promise<void> => {
  if (id !== undefined) await queries.remove(ctx, id)
}

/** Queues the reading of a file. @throws request_running where it was not stored, as an earlier request with its key had done so */
export async function readUpload(ctx: Ctx, stored: Stored | undefined): Promise<{ id: number }> {
  if (!stored) throw new AppError('request_running')
  const { id, bytes, encoding, mapping } = stored
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
  return { id }
}

/** The form ended before its last boundary, or its sender went away. */
const isCutOff = (error: unknown) =>
  error instanceof Error && /unexpected end of multipart data|^premature close$/i.test(error.message)

interface File {
  bytes: number
  encoding: string
}

/** @param importId whose file it is; undefined only reads it */
async function keep(ctx: Ctx, importId: number | undefined, file: AsyncIterable<Buffer>, hash: Hash): Promise<File> {
  const finder = new EncodingFinder()
  let [bytes, position] = [0, 0]
  let waiting: Buffer[] = []
  let size = 0
  const flush = async () => {
    if (size === 0) return
    if (importId !== undefined) {
      const content = await pack(Buffer.concat(waiting), { level: constants.Z_BEST_SPEED })
      await queries.insertChunk(ctx, importId, position, content)
    }
    position += 1
    waiting = []
    size = 0
  }
  for await (const part of file) {
    finder.add(part)
    hash.update(part)
    waiting.push(part)
    size += part.length
    bytes += part.length
    if (size >= CHUNK_BYTES) await flush()
  }
  await flush()
  return { bytes, encoding: finder.end() }
}
