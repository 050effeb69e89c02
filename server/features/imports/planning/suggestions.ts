import type { HandlerReply } from '#contract/endpoint.ts'
import type { suggestColumns } from '#contract/imports.ts'
import { MOST_VALUES } from '#domain/imports/reading/columns.ts'
import { nameScore } from '#domain/imports/mapping/suggest.ts'
import type { Ctx } from '../../../context.ts'
import * as templates from '../../templates/service.ts'
import * as queries from '../queries.ts'
import { mustFind } from '../service.ts'

/** Columns offered for one attribute. */
const OFFERED = 5

/**
 * Columns that fit the attributes of a template, or of all templates: by their names, and by the rows whose value is one of the attribute's
 * options (IMP-014). @throws not_found
 */
export async function suggest(
  ctx: Ctx,
  id: number,
  templateId: number | undefined,
): Promise<HandlerReply<typeof suggestColumns>> {
  const { columns } = await mustFind(ctx, id)
  const attributes =
    templateId === undefined
      ? (await templates.attributeNames(ctx)).map(({ name }) => ({ name, options: [] as string[] }))
      : (await templates.summaryOf(ctx, templateId)).attributes
  // A column with very many different values is not a list of options.
  const likely = columns.filter((c) => c.filled > 0 && c.distinct < MOST_VALUES).map((c) => c.index)
  const counted = await queries.countValues(ctx, id, likely, [
    ...new Set(attributes.flatMap((a) => a.options.map(valueKey))),
  ])
  return attributes.map(({ name, options }) => {
    const keys = new Set(options.map(valueKey))
    const matching = new Map<number, number>()
    for (const { position, value, n } of counted)
      if (keys.has(value)) matching.set(position, (matching.get(position) ?? 0) + n)
    const rated = columns
      .map((c) => ({
        column: c.name,
        rows: matching.get(c.index) ?? 0,
        score: nameScore(name, c.name),
        filled: c.filled,
      }))
      .filter((c) => c.rows > 0 || c.score > 0)
      .toSorted((a, b) => b.score - a.score || b.rows - a.rows)
    // Without options to compare with, every filled row matches a column of the same name.
    return {
      attribute: name,
      columns: rated
        .slice(0, OFFERED)
        .map(({ column, rows, filled }) => ({ column, rows: options.length === 0 ? filled : rows })),
    }
  })
}

const valueKey = (value: string) => value.trim().toLowerCase()
