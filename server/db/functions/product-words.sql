-- Words that people type, as queries of the index of words.

create or replace function quote_lexeme(lexeme text) returns text language sql immutable as $$
  select '''' || replace(replace(lexeme, '\', '\\'), '''', '''''') || ''''
$$;

-- Finds what begins with the word, as typed or as the text parser splits it; the last part may go on.
create or replace function word_query(word text) returns tsquery language sql immutable parallel safe as $$
  select case when parsed = '' or starts_with(parsed, literal) then (literal || ':*')::tsquery else (parsed || ':*')::tsquery || (literal || ':*')::tsquery end
  from (select phraseto_tsquery('simple'::regconfig, left(word, 200))::text as parsed,
    '''' || replace(replace(lower(left(word, 200)), '\', '\\'), '''', '''''') || '''' as literal) w
$$;

create or replace function words_query(words text[]) returns tsquery language plpgsql immutable parallel safe as $$
declare word text; found tsquery;
begin
  foreach word in array words loop
    found := case when found is null then word_query(word) else found && word_query(word) end;
  end loop;
  return found;
end $$;
