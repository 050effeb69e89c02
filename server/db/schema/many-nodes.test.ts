import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { callsIn, type Node, partsOf, queriesOf, relationsOf, statementsIn } from '../../testing/statements/parsed.ts'
import { refusalsOf } from '../../testing/statements/rules.ts'
import { testDatabase } from '../../testing/setup/database.ts'
import { byOrganization, onCoordinator, onEveryNode, organizationsTable, viewsByOrganization } from './places.ts'

const list = (names: readonly string[]) => `'{${names.join()}}'::text[]`
const organizationTables = [organizationsTable, ...byOrganization]

/** What functions call the organization they work for. */
const organizationOf = ['whose', 'of_organization', 'organization', 'new', 'old']
/** Whether a function works for the organization that it gets. */
const isOfOne = (definition: string) =>
  /^create or replace function \w+(\.\w+)?\((whose|of_organization|organization) bigint\b/i.test(definition)
/** Tables to which a statement adds rows of others, leaving the numbers to the database. */
const readWhileNumbered = (text: string, numbered: readonly string[]): string[] =>
  partsOf(statementsIn(text), 'InsertStmt').flatMap((insert) => {
    const table = (insert['relation'] as Node)['relname'] as string
    const columns = ((insert['cols'] ?? []) as Node[]).map((column) => (column['ResTarget'] as Node)['name'])
    const others = [...relationsOf(insert['selectStmt'])].filter(
      (name) => byOrganization.includes(name) || name === organizationsTable,
    )
    return numbered.includes(table) && !columns.includes('id') && others.length > 0 ? [table] : []
  })
interface FunctionRow {
  name: string
  language: string
  volatility: string
  definition: string
  /** Transition tables that its triggers give it. */
  transitions: string[]
}

describe('organizations can be spread over several nodes', () => {
  let db: pg.Client
  let functions: FunctionRow[]
  beforeAll(async () => {
    db = new pg.Client(await testDatabase())
    await db.connect()
    functions = (
      await db.query<FunctionRow>(`
        select p.proname as name, l.lanname as language, p.provolatile as volatility, pg_get_functiondef(p.oid) as definition,
          array(select distinct n from pg_trigger t cross join lateral (values (t.tgoldtable::text), (t.tgnewtable::text)) v(n)
            where t.tgfoid = p.oid and n is not null) as transitions
        from pg_proc p join pg_language l on l.oid = p.prolang
        where p.pronamespace = 'public'::regnamespace and not exists (select from pg_depend d where d.objid = p.oid and d.deptype = 'e')
        order by 1`)
    ).rows
  })
  afterAll(() => db.end())
  const names = async (text: string) => (await db.query<{ name: string }>(text)).rows.map(({ name }) => name)

  it('every relation has a place, and every place its relation', async () => {
    const places = [...organizationTables, ...onEveryNode, ...onCoordinator, ...viewsByOrganization]
    expect(
      await names(
        `select relname::text as name from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p', 'v', 'm', 'f') order by 1`,
      ),
    ).toEqual(places.toSorted())
  })

  it('every unique of a table of organizations has the organization', async () => {
    expect(
      await names(`
        select i.indexrelid::regclass::text as name from pg_index i join pg_class t on t.oid = i.indrelid
          join pg_attribute o on o.attrelid = t.oid and o.attname = case when t.relname = '${organizationsTable}' then 'id' else 'organization_id' end
        where i.indisunique and t.relnamespace = 'public'::regnamespace and t.relname = any(${list(organizationTables)})
          and not o.attnum = any(i.indkey::int2[]) order by 1`),
    ).toEqual([])
  })

  it('no table of the coordinator refers to one of organizations', async () => {
    expect(
      await names(`
        select c.conrelid::regclass || ' ' || c.conname as name from pg_constraint c join pg_class a on a.oid = c.conrelid join pg_class b on b.oid = c.confrelid
        where c.contype = 'f' and a.relname = any(${list([...onCoordinator, ...onEveryNode])}) and b.relname = any(${list(organizationTables)}) order by 1`),
    ).toEqual([])
  })

  it('no table of organizations refers to one of the coordinator', async () => {
    expect(
      await names(`
        select c.conrelid::regclass || ' ' || c.conname as name from pg_constraint c join pg_class a on a.oid = c.conrelid join pg_class b on b.oid = c.confrelid
        where c.contype = 'f' and a.relname = any(${list(organizationTables)}) and b.relname = any(${list(onCoordinator)}) order by 1`),
    ).toEqual([])
  })

  it('no foreign key with the organization sets a column to null or to its default', async () => {
    expect(
      await names(`
        select c.conrelid::regclass || ' ' || c.conname as name from pg_constraint c
          join pg_attribute a on a.attrelid = c.conrelid and a.attnum = any(c.conkey)
        where c.contype = 'f' and c.confdeltype in ('n', 'd') and a.attname = 'organization_id' order by 1`),
    ).toEqual([])
  })

  it('no policy has a query in it', async () => {
    expect(
      await names(`
        select p.polrelid::regclass || ' ' || p.polname as name from pg_policy p
        where concat(pg_get_expr(p.polqual, p.polrelid), pg_get_expr(p.polwithcheck, p.polrelid)) ~* '\\mselect\\M' order by 1`),
    ).toEqual([])
  })

  it('no table takes numbers from the sequence of another', async () => {
    expect(
      await names(`
        select d.adrelid::regclass || ' ' || s.relname as name from pg_attrdef d join pg_depend p on p.classid = 'pg_attrdef'::regclass and p.objid = d.oid
          join pg_class s on s.oid = p.refobjid and s.relkind = 'S'
          join pg_depend o on o.classid = 'pg_class'::regclass and o.objid = s.oid and o.deptype in ('a', 'i')
        where o.refobjid <> d.adrelid order by 1`),
    ).toEqual([])
  })

  it('every number that the database fills in is a bigint, and the role of organizations may take it', async () => {
    expect(
      await names(`
        select s.oid::regclass::text as name from pg_class s join pg_sequence q on q.seqrelid = s.oid
        where s.relkind = 'S' and s.relnamespace = 'public'::regnamespace
          and (q.seqtypid <> 'bigint'::regtype or not has_sequence_privilege('motto_app', s.oid, 'usage') or not has_sequence_privilege('motto_limited', s.oid, 'usage')) order by 1`),
    ).toEqual([])
  })

  it('no query of a trigger names a transition table and another relation', () => {
    const mixed = functions
      .filter(({ transitions }) => transitions.length)
      .flatMap(({ name, definition, transitions }) =>
        queriesOf(definition).flatMap(({ text }) => {
          const relations = [...relationsOf(statementsIn(text))]
          const others = relations.filter((relation) => !transitions.includes(relation))
          return others.length < relations.length && others.length ? [`${name}: ${others.join()}`] : []
        }),
      )
    expect(mixed).toEqual([])
  })

  it('no query of a function is one that several nodes refuse', () => {
    const refused = functions
      .filter(({ language }) => language === 'plpgsql')
      .flatMap(({ name, definition }) =>
        queriesOf(definition)
          .filter(({ kind }) => kind === 'query')
          .flatMap(({ text }) =>
            refusalsOf(text, { isBound: false, isRouted: isOfOne(definition), variables: organizationOf }),
          )
          .map((refusal) => `${name}: ${refusal}`),
      )
    expect(refused).toEqual(
      // Called by hand.
      [
        'rebuild_sales: orders,order_items: "organization_id = $n" is missing.',
        'sales_anew: organizations: "organization_id = $n" is missing.',
        'sales_as_kept: organizations: "organization_id = $n" is missing.',
      ],
    )
  })

  it('rows that get a number of their own are read before they are added, or all nodes are asked for them', async () => {
    const numbered = await names(
      `select table_name as name from information_schema.columns where table_schema = 'public' and is_identity = 'YES' and column_name = 'id'`,
    )
    expect(
      functions
        .filter(({ language }) => language === 'plpgsql')
        .flatMap(({ name, definition }) =>
          queriesOf(definition)
            .filter(({ kind }) => kind === 'query')
            .flatMap(({ text }) => readWhileNumbered(text, numbered))
            .map((table) => `${name}: ${table}`),
        ),
    ).toEqual(
      // Called by hand, for one organization.
      ['rebuild_stock: stock_notes'],
    )
    expect(
      readWhileNumbered(
        'insert into products (organization_id, sku) select organization_id, sku from orders',
        numbered,
      ),
    ).toEqual(['products'])
  })

  it('no function in SQL reads a table', () => {
    expect(
      functions
        .filter(
          ({ language, definition }) =>
            language === 'sql' &&
            relationsOf(statementsIn(definition.replace(/^[\s\S]*?\bas \$function\$([\s\S]*)\$function\$\s*$/i, '$1')))
              .size,
        )
        .map(({ name }) => name),
    ).toEqual([])
  })

  it('the organization of a connection is read into a variable, not inside of a query', () => {
    expect(
      functions
        .filter(({ language }) => language === 'plpgsql')
        .flatMap(({ name, definition }) =>
          queriesOf(definition)
            .filter(
              ({ text, kind }) =>
                callsIn(statementsIn(text)).includes('own_organization') &&
                (kind === 'query' || relationsOf(statementsIn(text)).size),
            )
            .map(() => name),
        ),
    ).toEqual([])
  })
})
