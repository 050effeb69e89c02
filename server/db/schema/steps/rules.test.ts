import { describe, expect, it } from 'vitest'
import { migrations } from '../migrations.ts'
import { FIRST_RULED, dangersOf } from './rules.ts'
import type { StepKind } from './steps.ts'
import { statementsOf } from './statements.ts'

describe('steps of an upgrade', () => {
  it('are safe while the release before serves', () => {
    const dangers = migrations
      .filter(({ name }) => name >= FIRST_RULED)
      .flatMap(({ name, kind, texts }) =>
        dangersOf(
          kind,
          texts().join('\n'),
          migrations.map((step) => step.name).filter((earlier) => earlier < name),
        ).map((danger) => `${name}: ${danger}`),
      )
    expect(dangers).toEqual([])
  })

  it.each<[StepKind, string]>([
    ['expand', 'create table notes (organization_id bigint, id bigint check (id > 0)); create index on notes (id)'],
    ['expand', 'alter table products add column weight integer, add column unit text not null default $$g$$'],
    [
      'expand',
      'alter table products add column seen_at timestamptz not null default now(); -- update products set x = 1;',
    ],
    ['expand', 'alter table products add constraint weight_positive check (weight > 0) not valid'],
    ['expand', 'alter table slips drop constraint slips_paper_check; grant select on slips to motto_app'],
    [
      'expand',
      'create function f() returns void language sql as $$ update products set x = 1; delete from products $$',
    ],
    ['expand', 'create or replace trigger t after insert on products for each statement execute function f()'],
    ['index', 'create index concurrently if not exists products_weight on products (organization_id, weight);'],
    [
      'index',
      'drop index concurrently if exists products_weight; create unique index concurrently if not exists a on b (c)',
    ],
    [
      'backfill',
      '-- table: products\nupdate products set weight = 0 where organization_id = $1 and id > $2 and id <= $3 and weight is null',
    ],
    ['contract', '-- after: 0120-weights\nalter table products drop column mass'],
    [
      'contract',
      '-- after: 0120-weights\nalter table products validate constraint weight_known; alter table products alter column weight set not null',
    ],
  ])('that are safe pass: %s %s', (kind, text) => {
    expect(dangersOf(kind, text, ['0120-weights'])).toEqual([])
  })

  it.each<[StepKind, string, string]>([
    ['expand', 'create index products_weight on products (weight)', 'concurrently'],
    ['expand', 'create index concurrently if not exists products_weight on products (weight)', 'in an index step'],
    ['expand', 'alter table products alter column weight type bigint', 'rewrites the table'],
    ['expand', 'alter table products alter weight set data type bigint', 'rewrites the table'],
    ['expand', 'alter table products alter column weight set not null', 'validate it before'],
    ['expand', 'update products set weight = 0', 'in a backfill'],
    ['expand', 'update products set weight = 0 where weight is null', 'in a backfill'],
    ['expand', 'with a as (select 1) delete from products using a', 'in a backfill'],
    ['expand', 'insert into tallies select organization_id, count(*) from products group by 1', 'in a backfill'],
    ['expand', 'alter table products add column weight integer not null', 'give it a default'],
    ['expand', 'alter table products add column code uuid default gen_random_uuid()', 'only a constant'],
    ['expand', 'alter table products add column twice integer generated always as (weight * 2) stored', 'rewrites'],
    ['expand', 'alter table products add column weight integer check (weight > 0)', 'not valid'],
    ['expand', 'alter table products add column owner bigint references users', 'not valid'],
    ['expand', 'alter table products add column code text unique', 'in an index step'],
    ['expand', 'alter table products add constraint weight_positive check (weight > 0)', 'not valid'],
    ['expand', 'alter table products add constraint of_user foreign key (owner) references users', 'not valid'],
    ['expand', 'alter table products add constraint code_key unique (code)', 'using index'],
    ['expand', 'alter table products validate constraint weight_positive', 'contract step'],
    ['expand', 'alter table products drop column mass', 'contract step'],
    ['expand', 'alter table products rename column mass to weight', 'contract step'],
    ['expand', 'drop function weigh(bigint)', 'contract step'],
    ['expand', 'drop table old_products', 'contract step'],
    ['expand', 'truncate value_counts', 'keeps others away'],
    ['expand', 'do $$ begin update products set weight = 0; end $$', 'hides'],
    ['expand', 'alter table products add column a int; alter table orders add column b int', 'a step for each'],
    ['index', 'create index products_weight on products (weight)', 'an index step only has'],
    ['backfill', 'update products set weight = 0 where organization_id = $1 and id > $2 and id <= $3', '-- table'],
    ['backfill', '-- table: products\nupdate products set weight = 0', 'one batch'],
    ['contract', 'alter table products drop column mass', '-- after'],
    ['contract', '-- after: 0199-later\nalter table products drop column mass', '-- after'],
    ['contract', '-- after: 0120-weights\nalter table products alter column weight set not null', 'validate it before'],
    ['contract', '-- after: 0120-weights\nupdate products set weight = 0', 'in a backfill'],
  ])('that are not say why: %s %s', (kind, text, reason) => {
    expect(dangersOf(kind, text, ['0120-weights']).join('\n')).toContain(reason)
  })
})

it('a text is divided into statements at semicolons that end one', () => {
  const body = "create function f() returns void language sql as $body$ select 1; select ';' $body$"
  expect(statementsOf(`-- one; two\nselect ';', "a;b"; /* three; */ ${body};\n-- the end;\n`)).toEqual([
    `-- one; two\nselect ';', "a;b"`,
    `/* three; */ ${body}`,
  ])
})
