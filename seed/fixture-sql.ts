import { EDITION } from './fixture-designs.ts'

/** Even, and the same at every run: 31 bits of the row's number, another draw for each `seed`. */
const draw = (n: string, seed: number) => `(hashint8extended(${n}::bigint, ${seed}) & 2147483647)`
const among = (list: string, n: string, seed: number) => `(${list})[1 + ${draw(n, seed)} % array_length(${list}, 1)]`

const collections =
  'Alder Anchor Arbor Aspen Atlas Aurora Basalt Bayberry Beacon Bergamot Birchwood Bluff Bramble Breaker Briar Brook Canyon Cascade Cedar Cinder Clover Coast Cobble Copper Coral Cove Crescent Cypress Delta Drift Dune Elder Ember Estuary Fable Falcon Fen Fern Fjord Flint Foxglove Gale Garnet Glacier Glade Grove Gull Harbor Harvest Haven Hawthorn Hazel Heath Heron Hollow Indigo Iris Isle Ivy Jasper Juniper Kelp Kestrel Lagoon Lantern Larch Larkspur Laurel Lichen Linden Loam Lupine Maple Marsh Meadow Mesa Mistral Moor Moss Nettle North Oak Ochre Opal Orchard Osprey Otter Pebble Pine Plover Prairie Quarry Quill Raven Reed Ridge Rowan Saffron Sage Sandpiper Sequoia Shoal Sienna Slate Solstice Sparrow Spruce Sterling Summit Sycamore Tamarack Tarn Teal Thicket Thistle Tide Timber Tundra Umber Vale Vesper Violet Wharf Willow Wren Yarrow'.split(
    ' ',
  )
const words = `array['${collections.join(`','`)}']`

/** The rows of products `$2` to `$3`, each with its design; `$1` the organization, `$4` the id before the first product's, `$5` how many designs there are. */
const rows = `
  select n, $4::bigint + n as id, d.*, 'NL-' || d.prefix || '-' || lpad(n::text, 7, '0') as sku, ${among(words, 'n', 2)} as collection,
    now() - make_interval(secs => ${draw('n', 3)} % 94608000) as made
  from generate_series($2::int, $3::int) n join fixture_designs d on d.at = ${draw('n', 1)} % $5::int`

export const makeDesigns = `
  create temporary table fixture_designs (
    at int primary key, template_id bigint, edition_id bigint, size_id bigint, prefix text, title text, description text, condition text, price bigint, tags text[], vendor text, attributes jsonb, readiness text,
    weight numeric, sizes text[], images jsonb
  ) on commit drop`
export const insertDesigns = `
  insert into fixture_designs
  select * from jsonb_to_recordset($1::jsonb) as d(at int, template_id bigint, edition_id bigint, size_id bigint, prefix text, title text, description text, condition text, price bigint, tags text[], vendor text,
    attributes jsonb, readiness text, weight numeric, sizes text[], images jsonb)`

/** Every fourth price differs a little from its design's; all end in 95. */
const price = `greatest(495, price + case when n % 4 = 0 then (${draw('n', 4)} % 21 - 10) * 100 else 0 end)`

export const insertProducts = `
  insert into products (organization_id, id, template_id, sku, title, description, condition, notes, tags, cost, price, msrp, size_and_weight, vendor, warehouse, location, bin, attributes, images,
    configuration, readiness, active, created_at, updated_at)
  select $1::bigint, id, template_id, sku, collection || ' ' || title, description, condition, case when n % 25 = 0 then 'Counted in spring, box ' || n % 400 else '' end,
    tags || array_remove(array[lower(collection)], (select t from unnest(tags) t where t = lower(collection))) || case when n % 10 = 0 then array['sale'] when n % 37 = 0 then array['last chance'] else '{}' end, (${price} * 42) / 100, ${price}, (${price} * 5) / 4,
    jsonb_build_object('weight', weight, 'weightUnit', 'lb', 'sizeUnit', 'in', 'width', null, 'length', null, 'height', null), vendor,
    (array['Portland', 'Portland', 'Reno'])[1 + n % 3], 'Floor ' || 1 + n % 2, chr(65 + n % 8) || '-' || 1 + ${draw('n', 5)} % 60,
    attributes || jsonb_build_array(jsonb_build_object('name', '${EDITION}', 'value', 'No. ' || 1 + ${draw('n', 6)} % 5000, 'templateAttributeId', edition_id, 'overrideDynamicMapping', false, 'source', 'user')),
    images, '{}', readiness, n % 50 <> 7, made, least(now(), made + make_interval(secs => ${draw('n', 7)} % 31536000))
  from (${rows}) r`

export const insertVariations = `
  insert into variations (organization_id, product_id, name, sku, price, attributes, position)
  select $1::bigint, id, size, sku || '-' || size, case when position > 4 then ${price} + 200 end,
    jsonb_build_array(jsonb_build_object('name', 'Size', 'value', size, 'templateAttributeId', size_id, 'overrideDynamicMapping', false, 'source', 'user')), position - 1
  from (${rows}) r cross join unnest(r.sizes) with ordinality as s(size, position)`

/** Of a hundred, six are sold out and fourteen nearly; a product with variations has no pieces of its own. */
const pieces = (seed: number) =>
  `case when ${draw('key', seed)} % 100 < 6 then 0 when ${draw('key', seed)} % 100 < 20 then 1 + ${draw('key', seed + 1)} % 3 else 4 + ${draw('key', seed + 1)} % 57 end`

/** Levels with the movement that each began with, as the ledger wants them. */
export const insertLevels = `
  with wanted as (
    select sku, id as product_id, null::bigint as variation_id, id as key, cardinality(sizes) = 0 as sells, made from (${rows}) r
    union all
    select v.sku, v.product_id, v.id, -v.id, true, r.made from (${rows}) r join variations v on v.organization_id = $1::bigint and v.product_id = r.id
  ), made as (
    insert into stock_levels (organization_id, sku, product_id, variation_id, on_hand, sold)
    select $1::bigint, sku, product_id, variation_id, case when sells then ${pieces(8)} else 0 end, case when sells then ${draw('key', 10)} % 40 else 0 end from wanted
    returning id, sku, product_id, on_hand, sold, available
  )
  insert into stock_movements (organization_id, level_id, sku, product_id, delta_on_hand, delta_reserved, delta_sold, available_after, reason, source, source_key, user_id, at)
  select $1::bigint, id, sku, product_id, on_hand, 0, sold, available, 'created', 'motto', 'created', null, now() from made where on_hand <> 0 or sold <> 0`

/** Two of five are live on eBay, one of four on Shopify, some refused by it; nothing is owed to a channel, as neither is connected. @param integrations ids by channel */
export const insertListings = `
  insert into listing_products (organization_id, product_id, template_id, channel, integration_id, list, sync, sync_quantity, status, external_id, url, listed_at, created_at, updated_at)
  select $1::bigint, r.id, r.template_id, c.channel, c.integration_id, true, false, false, case when refused then 'error' else 'listed' end, case when refused then '' else c.channel || '-' || r.n end,
    case when refused then '' else 'https://' || c.channel || '.example/' || r.n end, r.made, r.made, r.made
  from (${rows}) r
  join (values ('ebay', $6::bigint, 5, 2), ('shopify', $7::bigint, 4, 1)) as c(channel, integration_id, of, share) on r.n % c.of < c.share
  cross join lateral (select r.n % 100 = 11 as refused) f`
