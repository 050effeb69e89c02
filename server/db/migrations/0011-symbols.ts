import { type Kysely, sql } from 'kysely'

/** Emoji, arrows, stars and signs like them; then what changes the look of the one before it. */
const symbol = '\\u2190-\\u2BFF\\u3030\\u303D\\u3297\\u3299\\U0001F000-\\U0001FAFF'
const joined = '\\uFE0F\\u200D\\U0001F3FB-\\U0001F3FF'
const found = (pattern: string) => `select regexp_matches(title, '(${pattern})', 'g') as m`

/*
 * PostgreSQL's reader of texts drops emoji and the like, so that nobody found them. They join the words of a title: each by itself, with what changes
 * its look, with those joined to it, and as many as stand together. A title of letters
 * alone costs nothing. Dropped and added anew, as servers before 17 set no other expression.
 */
const schema = `
create function symbols_of(title text) returns text[] language sql immutable parallel safe as $$
  select coalesce(array_agg(distinct f.m[1]), '{}') from (
    ${found(`[${symbol}]`)} union all ${found(`[${symbol}][\\uFE0F\\U0001F3FB-\\U0001F3FF]*`)}
    union all ${found(`[${symbol}][${joined}]*(?:(?<=\\u200D)[${symbol}][${joined}]*)*`)} union all ${found(`[${symbol}][${symbol}${joined}]*`)}
  ) f
$$;
drop index products_words;
alter table products drop column words;
alter table products add column words tsvector generated always as (
  to_tsvector('simple'::regconfig, sku || ' ' || title || ' ' || left(description, 100000)) || array_to_tsvector(array[lower(sku)])
    || case when octet_length(title) > length(title) then array_to_tsvector(symbols_of(title)) else ''::tsvector end) stored;
alter table products alter column words set statistics 500;
create index products_words on products using gin (words) with (gin_pending_list_limit = 1024);
`

export const up = (db: Kysely<unknown>) =>
  sql
    .raw(schema)
    .execute(db)
    .then(() => undefined)
