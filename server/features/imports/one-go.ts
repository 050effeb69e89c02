import { z } from 'zod'
import { ImportMapping } from '#contract/imports.ts'
import type { Ctx } from '../../context.ts'
import { AppError, invalid } from '../../errors.ts'
import { type ImportReply, get } from './service.ts'

const text = (fields: Record<string, string>, name: string) =>
  fields[name] === undefined || ['', 'null', 'undefined'].includes(fields[name]) ? undefined : fields[name]

/** An object field of a form travels as JSON text (IMP-177). */
function json<T>(fields: Record<string, string>, name: string, schema: z.ZodType<T>): T | undefined {
  const value = text(fields, name)
  if (value === undefined) return undefined
  try {
    const read = schema.safeParse(JSON.parse(value))
    if (read.success) return read.data
  } catch {
    /* said below */
  }
  throw invalid(name, 'This is not the JSON that it should be.')
}

const flag = (fields: Record<string, string>, name: string) => ['true', '1'].includes(text(fields, name) ?? '')

/**
 * The mapping that the fields of a form ask for (IMP-105..112). @param id the template in the address; 0 where each row names its own
 * @throws invalid_input
 */
export function mappingOfForm(id: number, fields: Record<string, string>): Partial<ImportMapping> {
  const shape = ImportMapping.shape
  const named = Number(text(fields, 'template') ?? 0)
  const template = id || (Number.isSafeInteger(named) ? named : 0)
  const mapping = {
    fieldMappings: json(fields, 'fieldMappings', shape.fieldMappings),
    attributeMappings: json(fields, 'attributeMappings', shape.attributeMappings),
    newAttributes: json(fields, 'newAttributes', shape.newAttributes),
    addAttributes: flag(fields, 'addAttributes'),
    createTemplates: flag(fields, 'createTemplates'),
    template: template > 0 ? template : null,
    templateColumn: text(fields, 'templateColumn') ?? undefined,
  }
  return Object.fromEntries(Object.entries(mapping).filter(([, value]) => value !== undefined))
}

const PAUSE_MS = 40

/** Waits until an import has come so far, or is over; not longer than asked. */
export async function waitFor(
  ctx: Ctx,
  id: number,
  done: (state: ImportReply['state']) => boolean,
  seconds: number,
): Promise<ImportReply> {
  const end = performance.now() + seconds * 1000
  for (;;) {
    const record = await get(ctx, id)
    if (done(record.state) || performance.now() >= end || ctx.services.stopping.aborted) return record
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MS))
  }
}

/** @throws import_unreadable for a file that is no table */
export function refuseUnreadable(record: ImportReply): ImportReply {
  if (record.state !== 'failed') return record
  if (record.error.startsWith(UNREADABLE))
    throw new AppError('import_unreadable', undefined, { fields: { file: record.error } })
  throw new AppError('invalid_input', record.error)
}
const UNREADABLE = 'Failed to parse CSV'
