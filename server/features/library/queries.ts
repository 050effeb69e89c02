import { sql } from 'kysely'
import type { LibraryContent } from '#domain/templates/library.ts'
import type { Ctx, Services } from '../../context.ts'

const shown = [
  'id',
  'name',
  'description',
  'category',
  'subCategory',
  'tags',
  'channels',
  'allChannels',
  'valueMapping',
  'createdAt',
  'updatedAt',
] as const

/** The whole library, by category and name. */
export const all = (ctx: Ctx) =>
  ctx.db
    .selectFrom('stockTemplates')
    .select(shown)
    .orderBy((e) => e.fn('lower', ['category']))
    .orderBy((e) => e.fn('lower', ['subCategory']))
    .orderBy((e) => e.fn('lower', ['name']))
    .orderBy('id')
    .execute()

export const contentOf = (ctx: Ctx, id: number) =>
  ctx.db.selectFrom('stockTemplates').select(['content']).where('id', '=', id).executeTakeFirst()

/** A part of a name, taken literally. */
const part = (search: string) => `%${search.replaceAll(/[\\%_]/g, (c) => `\\${c}`)}%`

/** Templates of every organization, those marked for the library first, then the newest. */
export async function available(
  { database: { system } }: Services,
  { offset, limit, search }: { offset: number; limit: number; search?: string | undefined },
) {
  const matching = system
    .selectFrom('productTemplates as t')
    .innerJoin('organizations as o', 'o.id', 't.organizationId')
    .$if(Boolean(search), (q) =>
      q.where((e) => e.or([e('t.name', 'ilike', part(search ?? '')), e('o.displayName', 'ilike', part(search ?? ''))])),
    )
  const [data, counted] = await Promise.all([
    matching
      .select(['t.id', 't.name', 't.details', 't.isStock', 't.createdAt', 'o.displayName as clientName'])
      .select(
        sql<number>`(select count(*)::int from products p where p.organization_id = t.organization_id and p.template_id = t.id)`.as(
          'products',
        ),
      )
      .select(
        sql<boolean>`exists (select from stock_templates s where s.source_organization_id = t.organization_id and s.source_template_id = t.id)`.as(
          'inLibrary',
        ),
      )
      .orderBy('t.isStock', 'desc')
      .orderBy('t.createdAt', 'desc')
      .orderBy('t.id', 'desc')
      .offset(offset)
      .limit(limit)
      .execute(),
    matching.select((e) => e.fn.countAll<number>().as('n')).executeTakeFirstOrThrow(),
  ])
  return { data, items: counted.n }
}

export const source = ({ database: { system } }: Services, templateId: number) =>
  system
    .selectFrom('productTemplates')
    .select(['organizationId', 'isStock'])
    .where('id', '=', templateId)
    .executeTakeFirst()

export interface Entry {
  name: string
  description: string
  category: string
  subCategory: string
  tags: string[]
  channels: LibraryContent['listings'][number]['channel'][]
  allChannels: boolean
  valueMapping: boolean
}

/** Adds an entry; what was added from the same template before is brought up to date. */
export const save = (
  { database: { system }, clock }: Services,
  entry: Entry,
  of: { organizationId: number; templateId: number },
  content: LibraryContent,
) =>
  system
    .insertInto('stockTemplates')
    .values({
      ...entry,
      content: JSON.stringify(content),
      sourceOrganizationId: of.organizationId,
      sourceTemplateId: of.templateId,
    })
    .onConflict((c) =>
      c
        .columns(['sourceOrganizationId', 'sourceTemplateId'])
        .doUpdateSet({ ...entry, content: JSON.stringify(content), updatedAt: clock.now() }),
    )
    .returning(shown)
    .executeTakeFirstOrThrow()

export const remove = ({ database: { system } }: Services, id: number) =>
  system
    .deleteFrom('stockTemplates')
    .where('id', '=', id)
    .returning(['name', 'sourceOrganizationId', 'sourceTemplateId'])
    .executeTakeFirst()
