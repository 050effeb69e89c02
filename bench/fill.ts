import type pg from 'pg'

const words = ['Ocean', 'Harbour', 'Linen', 'Wool', 'Copper', 'Walnut', 'Silk', 'Cedar', 'Granite', 'Amber', 'Indigo', 'Velvet', 'Marble', 'Cotton', 'Bronze', 'Birch']
const things = ['Shirt', 'Lamp', 'Chair', 'Mug', 'Jacket', 'Candle', 'Lens', 'Bag', 'Scarf', 'Vase', 'Clock', 'Blanket', 'Boot', 'Ring', 'Tray', 'Cap']

/** Fills an organization with this many believable products, in one statement each for products and stock. @returns its template */
export async function fillProducts(client: pg.ClientBase | pg.Pool, organizationId: number, count: number): Promise<number> {
  const { rows: [template] } = await client.query<{ id: number }>(
    `insert into product_templates (organization_id, name, size_and_weight, configuration) values ($1, $2, '{}', '{}') returning id`, [organizationId, `Bench ${count}`],
  )
  const id = Number(template?.id)
  await client.query(
    `with made as (
      insert into products (organization_id, template_id, sku, title, description, price, cost, tags, attributes, images, size_and_weight, configuration, readiness, created_at, updated_at)
      select $1::bigint, $2::bigint, 'B' || $1::text || '-' || lpad(n::text, 7, '0'), ($3::text[])[1 + n % 16] || ' ' || ($4::text[])[1 + (n / 16) % 16] || ' no. ' || n,
        '<p>Well made.</p>', 500 + (n * 7919) % 50000, 300, array['bench'], jsonb_build_array(jsonb_build_object('name', 'Color', 'value', ($3::text[])[1 + n % 16], 'templateAttributeId', null, 'overrideDynamicMapping', false, 'source', 'user')),
        jsonb_build_array(jsonb_build_object('url', 'https://images.example/' || n || '.jpg', 'source', 'cloudinary')), '{}', '{}', 'ready', now() - n * interval '1 minute', now() - n * interval '1 minute'
      from generate_series(1, $5::int) n returning id, sku
    ) insert into stock_levels (organization_id, sku, product_id, on_hand) select $1::bigint, sku, id, id % 40 from made`,
    [organizationId, id, words, things, count],
  )
  await client.query('analyze products')
  await client.query('analyze stock_levels')
  return id
}
