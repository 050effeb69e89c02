import type { HandlerInput } from '#contract/endpoint.ts'
import type { updateView, ViewConfig } from '#contract/views.ts'
import { changedFields } from '#domain/products/history/changed.ts'
import { type Ctx, allows, inTransaction } from '../../context.ts'
import { AppError, invalid } from '../../errors.ts'
import { audit } from '../audit.ts'
import * as queries from './queries.ts'

/** As JSON. A table with three hundred columns and long lists of SKUs stays far below. */
const MOST_CONFIG_CHARACTERS = 200_000

const shown = (ctx: Ctx) => (row: queries.ViewRow) => ({
  ...row,
  clientId: ctx.organizationId,
  type: 'table' as const,
  active: true,
})

/** The user's own views of a page and those that others share. */
export const list = async (ctx: Ctx, page: string) => (await queries.list(ctx, page)).map(shown(ctx))

interface NewView {
  page: string
  name: string
  shared: boolean
  config: ViewConfig
}

/** @throws view_taken */
export const create = (ctx: Ctx, view: NewView) =>
  inTransaction(ctx, async (ctx) => {
    check(ctx, view)
    const id = await queries.insert(ctx, own(ctx), view)
    await audit(ctx, {
      entity: 'view',
      entityId: id,
      action: 'create',
      new: { name: view.name, page: view.page, shared: view.shared },
    })
    return get(ctx, id)
  })

/** Changes a view; whose default it is, everybody says for themselves. @throws not_found, forbidden, view_taken */
export const update = (ctx: Ctx, id: number, { isDefault, ...fields }: HandlerInput<typeof updateView>['body']) =>
  inTransaction(ctx, async (ctx) => {
    const before = await find(ctx, id)
    const requested = Object.fromEntries(
      Object.entries(fields).filter(([, value]) => value !== undefined),
    ) as queries.ViewFields
    if (Object.keys(requested).length > 0) await change(ctx, before, requested)
    if (isDefault === true) await queries.setDefault(ctx, own(ctx), before.page, id)
    if (isDefault === false) await queries.unsetDefault(ctx, own(ctx), id)
    return get(ctx, id)
  })

async function change(ctx: Ctx, before: queries.ViewRow, fields: queries.ViewFields) {
  refuseOthers(ctx, before)
  check(ctx, fields)
  await queries.update(ctx, before.id, fields)
  const changed = changedFields({ ...before }, { ...fields })
  if (changed) await audit(ctx, { entity: 'view', entityId: before.id, action: 'update', ...changed })
}

/** @throws not_found, forbidden */
export const remove = (ctx: Ctx, id: number) =>
  inTransaction(ctx, async (ctx) => {
    const before = await find(ctx, id)
    refuseOthers(ctx, before)
    await queries.remove(ctx, id)
    await audit(ctx, { entity: 'view', entityId: id, action: 'delete', old: { name: before.name, page: before.page } })
    return { ok: true as const }
  })

const get = async (ctx: Ctx, id: number) => {
  const row = await queries.find(ctx, id)
  if (!row) throw new AppError('not_found')
  return shown(ctx)(row)
}

async function find(ctx: Ctx, id: number) {
  const view = await queries.lock(ctx, id)
  if (!view) throw new AppError('not_found')
  return view
}

/** Views belong to a person; jobs have none. */
function own({ userId }: Ctx): number {
  if (userId === null) throw new AppError('forbidden')
  return userId
}

function refuseOthers(ctx: Ctx, view: queries.ViewRow) {
  if (view.userId !== ctx.userId)
    throw new AppError(
      'forbidden',
      `Only ${view.userName} can change this view. Save it as a new one to have your own.`,
    )
}

function check(ctx: Ctx, { shared, config }: queries.ViewFields) {
  if (shared && !allows(ctx, 'products:write')) throw new AppError('forbidden', 'Guests can’t share views.')
  if (config && JSON.stringify(config).length > MOST_CONFIG_CHARACTERS)
    throw invalid('config', 'This view is too large. Use fewer columns or shorter filters.')
}
