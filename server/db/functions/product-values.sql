-- Keeps value_counts: how many products have a tag, an attribute's value or a word in the title.

-- Leaves out values that are too long to pick from a list, and words of a title with digits.
create or replace function product_values(tags text[], terms text[], title text) returns table (kind text, name text, value text)
language sql immutable parallel safe as $$
  select distinct 'tag', '', t from unnest(tags) t where octet_length(t) <= 500
  union all select 'attribute', split_part(t, chr(31), 1), split_part(t, chr(31), 2) from unnest(terms) t
    where split_part(t, chr(31), 2) <> '' and split_part(t, chr(31), 3) = ''
  union all select 'word', '', w from unnest(tsvector_to_array(to_tsvector('simple'::regconfig, title))) w where length(w) between 3 and 40 and w !~ '[0-9]'
$$;

create or replace function note_values() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
declare whose bigint; kinds text[]; names text[]; texts text[]; numbers bigint[];
begin
  if tg_op = 'UPDATE' then
    for whose, kinds, names, texts, numbers in
      select s.organization_id, array_agg(s.kind), array_agg(s.name), array_agg(s.value), array_agg(s.n) from (
        select c.organization_id, c.kind, c.name, c.value, sum(c.n)::bigint as n from (
          select n.organization_id, v.*, 1 as n from changed n join before b on b.organization_id = n.organization_id and b.id = n.id, product_values(n.tags, n.terms, n.title) v
          where (b.tags, b.terms, b.title) is distinct from (n.tags, n.terms, n.title)
          union all
          select b.organization_id, v.*, -1 from changed n join before b on b.organization_id = n.organization_id and b.id = n.id, product_values(b.tags, b.terms, b.title) v
          where (b.tags, b.terms, b.title) is distinct from (n.tags, n.terms, n.title)
        ) c group by 1, 2, 3, 4 having sum(c.n) <> 0
      ) s group by 1
    loop perform note_value_changes(whose, kinds, names, texts, numbers); end loop;
  else
    for whose, kinds, names, texts, numbers in
      select s.organization_id, array_agg(s.kind), array_agg(s.name), array_agg(s.value), array_agg(s.n) from (
        select c.organization_id, v.kind, v.name, v.value, case when tg_op = 'INSERT' then count(*) else -count(*) end as n
        from changed c, product_values(c.tags, c.terms, c.title) v group by 1, 2, 3, 4
      ) s group by 1
    loop perform note_value_changes(whose, kinds, names, texts, numbers); end loop;
  end if;
  return null;
end $$;

create or replace function note_value_changes(whose bigint, kinds text[], names text[], texts text[], numbers bigint[]) returns void language plpgsql as $$
begin
  insert into value_changes (organization_id, kind, name, value, n)
  select whose, v.kind, v.name, v.value, v.n from unnest(kinds, names, texts, numbers) v(kind, name, value, n);
end $$;

-- One process at a time; others return 0 right away. Returns how many changes were added up.
create or replace function fold_value_changes(most integer) returns integer
language plpgsql set search_path = public, pg_temp as $$
declare folded int;
begin
  if not pg_try_advisory_xact_lock(7040003) then return 0; end if;
  with gone as (
    delete from value_changes where (organization_id, id) in (select organization_id, id from value_changes order by organization_id, id limit most)
    returning organization_id, kind, name, value, n
  ), summed as (
    insert into value_counts as c (organization_id, kind, name, value, n)
    select organization_id, kind, name, value, sum(n) from gone where organization_id in (select id from organizations) group by 1, 2, 3, 4
    on conflict (organization_id, kind, name, value) do update set n = c.n + excluded.n
  ) select count(*) into folded from gone;
  delete from value_counts where n = 0;
  return folded;
end $$;
revoke execute on function fold_value_changes from public;

create or replace function count_value(organization bigint, wanted_kind text, wanted_name text, wanted text) returns bigint
language plpgsql stable as $$
#variable_conflict use_column
begin
  return (select case when wanted <> '' and octet_length(wanted) <= 500 then coalesce(sum(v.n), 0) end from (
    select c.n from value_counts c where c.organization_id = organization and c.kind = wanted_kind and c.name = wanted_name and c.value = wanted
    union all select c.n from value_changes c where c.organization_id = organization and c.kind = wanted_kind and c.name = wanted_name and c.value = wanted) v);
end $$;

create or replace function attribute_values(wanted text, search text, take integer) returns table (name text, value text, n bigint)
language plpgsql stable rows 100 security definer set search_path = public, pg_temp as $$
declare organization bigint := own_organization(); pattern text := holding(search);
begin
  return query
  with recursive fresh as (
    select c.name, c.value, sum(c.n) as n from value_changes c
    where c.organization_id = organization and c.kind = 'attribute' and (wanted is null or c.name = wanted) and (search = '' or c.value ilike pattern) group by 1, 2
  ), known(name) as (
    (select c.name from value_counts c where c.organization_id = organization and c.kind = 'attribute' and wanted is null order by c.name limit 1)
    union all
    select (select c.name from value_counts c where c.organization_id = organization and c.kind = 'attribute' and c.name > k.name order by c.name limit 1) from known k where k.name is not null
  ), names as (
    select k.name from known k where k.name is not null union select wanted where wanted is not null union select f.name from fresh f
  ), top as (
    select s.name, v.value, v.n from names s cross join lateral (
      select c.value, c.n from value_counts c where c.organization_id = organization and c.kind = 'attribute' and c.name = s.name and (search = '' or c.value ilike pattern)
      order by c.n desc limit take + (select count(*) from fresh f where f.name = s.name)) v
  ), summed as (
    select coalesce(t.name, f.name) as name, coalesce(t.value, f.value) as value,
      coalesce(f.n, 0) + coalesce(t.n, (select c.n from value_counts c where c.organization_id = organization and c.kind = 'attribute' and c.name = f.name and c.value = f.value), 0) as n
    from top t full join fresh f on f.name = t.name and f.value = t.value
  ), placed as (
    select s.name, s.value, s.n, row_number() over (partition by s.name order by s.n desc, s.value) as place, sum(s.n) over (partition by s.name) as together
    from summed s where s.n > 0
  )
  select p.name, p.value, p.n::bigint from placed p where p.place <= take order by p.together desc, p.name, p.place;
end $$;
revoke execute on function attribute_values from public;
grant execute on function attribute_values to motto_app;

create or replace trigger products_values_added after insert on products
  referencing new table as changed for each statement execute function note_values();
create or replace trigger products_values_changed after update on products
  referencing old table as before new table as changed for each statement execute function note_values();
create or replace trigger products_values_gone after delete on products
  referencing old table as changed for each statement execute function note_values();
