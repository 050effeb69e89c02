import { describe, expect, it } from 'vitest'
import { refusalsOf, sentRefusals } from './rules.ts'

const ofBound = (text: string) => refusalsOf(text, { isBound: true })

describe('a statement that several nodes refuse is found:', () => {
  it.each([
    [
      'without an organization',
      'select id from products where id = $1',
      'products: "organization_id = $n" is missing.',
    ],
    [
      'a join that nothing ties to an organization',
      'select p.id from products p join orders o on o.id = p.id where p.organization_id = $1',
      'orders: "organization_id = $n" is missing.',
    ],
    [
      'an update without an organization',
      'update products set title = $1 where id = $2',
      'products: "organization_id = $n" is missing.',
    ],
    [
      'a deletion without an organization',
      'delete from views where id = $1',
      'views: "organization_id = $n" is missing.',
    ],
    [
      'a time inside of coalesce',
      'update orders set update_date = coalesce($2, now()) where organization_id = $1',
      'A function that is not immutable is inside of case, coalesce, least or greatest: put it into "(select …)".',
    ],
    [
      'a time inside of case',
      'select case when expires_at < current_timestamp then 1 end from invitations where organization_id = $1',
      'A function that is not immutable is inside of case, coalesce, least or greatest: put it into "(select …)".',
    ],
    [
      'a time in what a conflict updates',
      'insert into views (organization_id, name) values ($1, $2) on conflict (organization_id, name) do update set updated_at = now()',
      'A function that is not immutable is in "do update": pass its value as a parameter, or take it from "excluded".',
    ],
    [
      'a time computed with a column',
      'update integrations set hold_until = now() + held_tries * $2 where organization_id = $1',
      'A function that is not immutable is computed with a column in the "set" of an update: compute it in "from".',
    ],
    [
      'a simple case',
      `select case status when 'listed' then 1 end from listing_products where organization_id = $1`,
      '"case x when" is not passed on as it is: write "case when x =".',
    ],
    [
      'a query among values',
      'insert into views (organization_id, name) values ($1, (select name from views where organization_id = $1 limit 1))',
      'A query stands in the values of an insert, or in what it returns.',
    ],
    [
      'a query in what an insert returns',
      'insert into views (organization_id, name) values ($1, $2) returning (select count(*) from views where organization_id = $1)',
      'A query stands in the values of an insert, or in what it returns.',
    ],
    [
      'a query in the set of an update',
      'update products set title = (select name from product_templates t where t.organization_id = $1 limit 1) where organization_id = $1',
      'A query stands in the "set" of an update: compute it in "from".',
    ],
    [
      'rows that travel as a copy',
      'insert into views (organization_id, name) select organization_id, name from product_templates where organization_id = $1',
      '"insert … select" travels as a copy, which row-level security refuses: add "returning".',
    ],
    [
      'the same inside of with',
      'with made as (insert into views (organization_id, name) select $1, n from unnest($2::text[]) n) select 1',
      '"insert … select" travels as a copy, which row-level security refuses: add "returning".',
    ],
    [
      'tables of different nodes',
      'select s.id from sessions s join members m on m.user_id = s.user_id where m.organization_id = $1',
      'members and sessions are on different nodes.',
    ],
    [
      'a table of the queue',
      'select j.id from jobs.job j join imports i on i.organization_id = $1',
      'imports and jobs.job are on different nodes.',
    ],
  ])('%s', (_, text, refusal) => {
    expect(ofBound(text)).toEqual([refusal])
  })

  it('a claim of all organizations', () => {
    expect(
      refusalsOf('select id from integrations where orders_due_at < $1 for update skip locked', { isBound: false }),
    ).toEqual(['integrations: rows of several nodes cannot be locked together.'])
  })

  it('the owner in a transaction of the organizations’ role', () => {
    const text = 'update organizations set currency = $1 where id = $2'
    const refusal = `organizations: written or read as the owner in a transaction of the organizations' role.`
    expect(sentRefusals(text, { isBound: false, isOwner: true })).toEqual([refusal])
    expect(sentRefusals('delete from sessions where organization_id = $1', { isBound: false, isOwner: true })).toEqual(
      [],
    )
  })

  it('a setting that travels with another statement', () => {
    expect(refusalsOf(`set local app.organization_id = '1'; select 1`, { isBound: false })).toEqual([
      'A setting, or the beginning of a transaction, is not a statement of its own.',
    ])
  })
})

it.each([
  ['a comparison with a parameter', 'select id from products where organization_id = $1 and id = $2'],
  [
    'a join that compares columns',
    'select p.id from products p join orders o on o.organization_id = p.organization_id where p.organization_id = $1',
  ],
  [
    'the organization by its id',
    'select g.name from organizations g join members m on m.organization_id = g.id where g.id = $1',
  ],
  ['rows compared', 'delete from views v where (v.organization_id, v.id) = ($1, $2)'],
  [
    'users beside organizations',
    'select u.email from users u join members m on m.user_id = u.id where m.organization_id = $1',
  ],
  ['now in the set of an update', 'update products set updated_at = now() where organization_id = $1'],
  [
    'now in a query inside of coalesce',
    'update orders set update_date = coalesce($2, (select now())) where organization_id = $1',
  ],
  [
    'rows that travel as a query',
    'insert into views (organization_id, name) select $1, n from unnest($2::text[]) n returning id',
  ],
  ['values', 'insert into views (organization_id, name) values ($1, $2) returning id'],
  ['a claim of one organization', 'select id from integrations where organization_id = $1 for update skip locked'],
  ['the coordinator alone', 'delete from sessions where expires_at < now()'],
])('%s is fine on several nodes', (_, text) => {
  expect(ofBound(text)).toEqual([])
})
