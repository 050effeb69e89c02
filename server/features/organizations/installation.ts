import { sql } from 'kysely'
import type { Services } from '../../context.ts'

export interface Search {
  offset: number
  limit: number
  search?: string | undefined
}
/** A part of a name, taken literally. */
const part = (search: string) => `%${search.replaceAll(/[\\%_]/g, (c) => `\\${c}`)}%`

/** Every organization, for who runs the installation. */
export async function listClients({ database: { system } }: Services, { offset, limit, search }: Search) {
  const matching = system
    .selectFrom('organizations as o')
    .$if(Boolean(search), (q) =>
      q.where((e) => e.or([e('o.displayName', 'ilike', part(search ?? '')), e('o.name', 'ilike', part(search ?? ''))])),
    )
  const [data, counted] = await Promise.all([
    matching
      .leftJoin('organizationCounts as c', 'c.organizationId', 'o.id')
      .select(['o.id', 'o.name', 'o.displayName', 'o.requireTwoFactor', 'o.createdAt'])
      .select((e) => [
        e.fn.coalesce('c.products', sql<number>`0`).as('products'),
        e.fn.coalesce('c.orders', sql<number>`0`).as('orders'),
        e
          .selectFrom('members as m')
          .select((m) => m.fn.countAll<number>().as('n'))
          .whereRef('m.organizationId', '=', 'o.id')
          .where('m.status', '=', 'accepted')
          .$asScalar()
          .as('members'),
      ])
      .orderBy((e) => e.fn('lower', ['o.displayName']))
      .orderBy('o.id')
      .offset(offset)
      .limit(limit)
      .execute(),
    matching.select((e) => e.fn.countAll<number>().as('n')).executeTakeFirstOrThrow(),
  ])
  return { data: data.map((row) => ({ ...row, members: row.members ?? 0 })), items: counted.n }
}

/** Every user, by email. */
export async function listUsers({ database: { system } }: Services, { offset, limit, search }: Search) {
  const matching = system
    .selectFrom('users as u')
    .$if(Boolean(search), (q) =>
      q.where((e) => e.or([e('u.email', 'ilike', part(search ?? '')), e('u.name', 'ilike', part(search ?? ''))])),
    )
  const [data, counted] = await Promise.all([
    matching
      .select(['u.id', 'u.email', 'u.name', 'u.isSuper', 'u.createdAt'])
      .select((e) => [
        e('u.emailConfirmedAt', 'is not', null).as('emailConfirmed'),
        e('u.twoFactorAt', 'is not', null).as('twoFactor'),
        e
          .selectFrom('members as m')
          .select((m) => m.fn.countAll<number>().as('n'))
          .whereRef('m.userId', '=', 'u.id')
          .where('m.status', '=', 'accepted')
          .$asScalar()
          .as('organizations'),
      ])
      .orderBy((e) => e.fn('lower', ['u.email']))
      .offset(offset)
      .limit(limit)
      .execute(),
    matching.select((e) => e.fn.countAll<number>().as('n')).executeTakeFirstOrThrow(),
  ])
  return {
    data: data.map((row) => ({
      ...row,
      emailConfirmed: Boolean(row.emailConfirmed),
      twoFactor: Boolean(row.twoFactor),
      organizations: row.organizations ?? 0,
    })),
    items: counted.n,
  }
}
