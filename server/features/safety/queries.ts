import { sql } from 'kysely'
import { safetyAttributes } from '#domain/safety/names.ts'
import type { NewOperator, Operator } from '#contract/safety/operators.ts'
import type { Ctx } from '../../context.ts'

const columns = [
  'id',
  'role',
  'name',
  'companyName',
  'addressLine1',
  'addressLine2',
  'city',
  'region',
  'postalCode',
  'country',
  'email',
  'phone',
  'contactUrl',
  'externalIds',
  'updatedAt',
] as const

const own = (ctx: Ctx) =>
  ctx.db.selectFrom('operators').select(columns).where('organizationId', '=', ctx.organizationId)

export const list = (ctx: Ctx): Promise<Operator[]> => own(ctx).orderBy('role').orderBy('name').orderBy('id').execute()

export const lock = (ctx: Ctx, id: number): Promise<Operator | undefined> =>
  own(ctx).where('id', '=', id).forUpdate().executeTakeFirst()

export async function count(ctx: Ctx): Promise<number> {
  const { n } = await ctx.db
    .selectFrom('operators')
    .select((e) => e.fn.countAll<number>().as('n'))
    .where('organizationId', '=', ctx.organizationId)
    .executeTakeFirstOrThrow()
  return n
}

const stored = ({ externalIds, ...operator }: NewOperator, ctx: Ctx) => ({
  ...operator,
  externalIds: JSON.stringify(externalIds),
  updatedAt: ctx.services.clock.now(),
})

export const insert = (ctx: Ctx, operator: NewOperator): Promise<Operator> =>
  ctx.db
    .insertInto('operators')
    .values({ organizationId: ctx.organizationId, ...stored(operator, ctx) })
    .returning(columns)
    .executeTakeFirstOrThrow()

export const update = (ctx: Ctx, id: number, operator: NewOperator): Promise<Operator> =>
  ctx.db
    .updateTable('operators')
    .set(stored(operator, ctx))
    .where('organizationId', '=', ctx.organizationId)
    .where('id', '=', id)
    .returning(columns)
    .executeTakeFirstOrThrow()

export const remove = (ctx: Ctx, id: number) =>
  ctx.db.deleteFrom('operators').where('organizationId', '=', ctx.organizationId).where('id', '=', id).execute()

/** Templates whose default, or one of whose products, names an operator. */
export async function templatesNaming(ctx: Ctx, { role, name }: Pick<Operator, 'role' | 'name'>): Promise<number[]> {
  const attribute = safetyAttributes[role]
  const { rows } = await sql<{ templateId: number }>`
    select template_id from template_attributes
    where organization_id = ${ctx.organizationId} and lower(name) = lower(${attribute}) and lower(trim(default_value)) = lower(${name})
    union select template_id from products
    where organization_id = ${ctx.organizationId} and terms @> array[attribute_term(${attribute}, ${name})] order by 1`.execute(
    ctx.db,
  )
  return rows.map(({ templateId }) => templateId)
}
