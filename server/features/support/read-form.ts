import type { FastifyRequest } from 'fastify'
import { type SupportFile, supportFiles } from '#contract/support.ts'
import { AppError } from '../../errors.ts'

const MEGABYTE = 1024 * 1024
const { most, bytesEach, bytesTogether } = supportFiles
const tooLarge = (sentence: string, cause?: unknown) =>
  new AppError('payload_too_large', sentence, { fields: { files: sentence }, cause })
const sentences = {
  each: (name: string) => `“${name}” is larger than ${bytesEach / MEGABYTE} MB.`,
  together: `Files together are larger than ${bytesTogether / MEGABYTE} MB.`,
  most: `Attach at most ${most} files.`,
}
/** Names of too many parts, in @fastify/multipart's errors. */
const TOO_MANY = new Set(['FST_FILES_LIMIT', 'FST_PARTS_LIMIT'])

/** A message with files, as a browser's form sends it. @throws payload_too_large at `files` */
export async function readForm(request: FastifyRequest): Promise<Record<string, unknown>> {
  const fields: Record<string, unknown> = {}
  const files: SupportFile[] = []
  let bytes = 0
  try {
    for await (const part of request.parts({
      limits: { fileSize: bytesEach, files: most, fields: 20, fieldSize: 100_000 },
    })) {
      if (part.type === 'field') fields[part.fieldname] = part.value
      else {
        const chunks: Buffer[] = []
        for await (const chunk of part.file) {
          bytes += (chunk as Buffer).length
          if (bytes > bytesTogether) throw tooLarge(sentences.together)
          chunks.push(chunk as Buffer)
        }
        if (part.file.truncated) throw tooLarge(sentences.each(part.filename))
        // A form whose file field is left empty sends one nameless file without content.
        if (part.filename !== '' || chunks.length > 0)
          files.push({ name: part.filename || 'file', type: part.mimetype, content: Buffer.concat(chunks) })
      }
    }
  } catch (error) {
    if (TOO_MANY.has(String((error as { code?: unknown }).code))) throw tooLarge(sentences.most, error)
    throw error
  }
  return { ...fields, files }
}
