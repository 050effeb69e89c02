// The forms of the sandbox's page: what somebody does on a channel by hand, and how late and moody it is.

/** An element; texts become text nodes, so nothing from a shop is ever read as HTML. */
export function el(name, attributes = {}, ...children) {
  const element = document.createElement(name)
  for (const [key, value] of Object.entries(attributes)) {
    if (key.startsWith('on')) element.addEventListener(key.slice(2), value)
    else if (value === true) element.setAttribute(key, '')
    else if (value !== false && value !== undefined) element.setAttribute(key, value)
  }
  element.append(...children.flat().filter((child) => child !== null && child !== undefined))
  return element
}

/** A labelled field that keeps its value while the page is drawn anew. */
function field(id, label, attributes, options) {
  const own = { id, name: id, 'data-keep': id, ...attributes }
  const control = options
    ? el(
        'select',
        own,
        options.map(([value, text]) => el('option', { value }, text)),
      )
    : el('input', own)
  return el('div', {}, el('label', { for: id }, label), control)
}

/** @param submit is given the fields by their ids */
function card(id, title, fields, button, submit) {
  return el(
    'section',
    { class: 'card', 'aria-labelledby': `${id}-title` },
    el('h2', { id: `${id}-title` }, title),
    el(
      'form',
      {
        class: 'fields',
        onsubmit(event) {
          event.preventDefault()
          submit(Object.fromEntries(new FormData(event.target)))
        },
      },
      fields,
      el('button', { type: 'submit' }, button),
    ),
  )
}

const skuList = (listings) =>
  el(
    'datalist',
    { id: 'skus' },
    [...new Set(listings.map(({ sku }) => sku))].slice(0, 500).map((sku) => el('option', { value: sku })),
  )
const sku = (id, label, required) => field(id, label, { list: 'skus', autocomplete: 'off', required })
const number = (id, label, attributes = {}) => field(id, label, { type: 'number', min: '0', ...attributes })
/** Only what was filled in. */
const given = (name, text, read = Number) => (text === '' ? {} : { [name]: read(text) })

/** @param act does what is asked, says how it went, draws anew @param post sends to this channel's account */
export function handCards({ listings, lag, clock, act, post, postAll }) {
  const buy = (form) =>
    act(async () => {
      const lines = [
        { sku: form['cart-1'], quantity: Number(form['cart-1-pieces']) },
        ...(form['cart-2'] ? [{ sku: form['cart-2'], quantity: Number(form['cart-2-pieces']) }] : []),
      ]
      const { externalOrderId } = await post('buy', {
        lines,
        payment: form['cart-payment'],
        test: form['cart-test'] === 'test',
      })
      return `Bought: order ${externalOrderId}.`
    })
  const edit = (form) =>
    act(async () => {
      await post('edit', {
        sku: form['edit-sku'],
        ...given('quantity', form['edit-quantity']),
        ...given('price', form['edit-price']),
        ...given('title', form['edit-title'], String),
        ...given('status', form['edit-status'], String),
      })
      return `${form['edit-sku']} is changed.`
    })
  const late = (form) =>
    act(async () => {
      await post('lag', {
        ...given('orders', form['lag-orders']),
        ...given('webhooks', form['lag-webhooks']),
        ...given('images', form['lag-images']),
      })
      return 'From now on it is that late.'
    })
  const advance = (form) =>
    act(async () => {
      const { now } = await postAll('clock', { advance: Number(form['clock-hours']) * 3600 })
      return `In the sandbox it is ${new Date(now).toLocaleString()}.`
    })
  return [
    skuList(listings),
    card(
      'cart',
      'Buy a cart',
      [
        sku('cart-1', 'SKU', true),
        number('cart-1-pieces', 'Pieces', { min: '1', value: '1', required: true }),
        sku('cart-2', 'Second SKU (optional)', false),
        number('cart-2-pieces', 'Pieces of the second', { min: '1', value: '1', required: true }),
        field('cart-payment', 'Payment', {}, [
          ['paid', 'paid'],
          ['pending', 'awaited'],
          ['failed', 'failed'],
        ]),
        field('cart-test', 'Kind', {}, [
          ['real', 'a real order'],
          ['test', 'a test order'],
        ]),
      ],
      'Buy cart',
      buy,
    ),
    card(
      'edit',
      'Change a listing by hand',
      [
        sku('edit-sku', 'SKU to change', true),
        number('edit-quantity', 'New quantity', { step: '1' }),
        number('edit-price', 'New price', { step: '0.01' }),
        field('edit-title', 'New title', { type: 'text', autocomplete: 'off' }),
        field('edit-status', 'New status', {}, [
          ['', 'as it is'],
          ['live', 'live'],
          ['hidden', 'hidden'],
          ['ended', 'ended'],
        ]),
      ],
      'Change',
      edit,
    ),
    card(
      'lag',
      `How late is it? Orders ${lag.orders} s, webhooks ${lag.webhooks} s, pictures ${lag.images} s`,
      [
        number('lag-orders', 'Orders, in seconds', { step: 'any' }),
        number('lag-webhooks', 'Webhooks, in seconds', { step: 'any' }),
        number('lag-images', 'Pictures, in seconds', { step: 'any' }),
      ],
      'Set',
      late,
    ),
    card(
      'clock',
      `The sandbox's clock: ${new Date(clock.now).toLocaleString()}`,
      [number('clock-hours', 'Move it ahead by hours', { step: 'any', min: '0', value: '24', required: true })],
      'Move',
      advance,
    ),
  ]
}
