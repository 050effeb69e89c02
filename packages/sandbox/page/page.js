// The sandbox's page, drawn from the same JSON calls that scripts use.
import { el, handCards } from './forms.js'

const faultKinds = {
  error500: 'Server error (500)',
  timeout: 'No answer, not done',
  timeout_after_commit: 'No answer, but done',
  rate_limit: 'Too many requests (429)',
  drop_webhook: 'Webhook lost',
  duplicate_webhook: 'Webhook twice',
  reorder_webhooks: 'Webhooks out of order',
  expire_token: 'Access token expires',
  revoke_token: 'Access is revoked',
  forbidden: 'Not allowed (403)',
  quota: 'Quota used up until tomorrow',
  take_away: 'A policy or collection in use is gone',
  take_category: 'A category in use is gone',
}
const refreshMs = 3000
const app = document.getElementById('app')
let channels = []
let current = ''
/** Whose shop is shown; empty: who connected last. */
let account = ''

async function call(method, path, body) {
  const answer = await fetch(`/_sandbox/${path}`, {
    method,
    headers: body === undefined ? {} : { 'content-type': 'application/json' },
    body: body === undefined ? undefined : JSON.stringify(body),
  })
  const read = await answer.json()
  if (!answer.ok) throw new Error(read.error ?? `The sandbox answered ${answer.status}.`)
  return read
}

const ofShop = (what) => `${current}/${what}${account ? `?account=${encodeURIComponent(account)}` : ''}`
const post = (what, body) => call('POST', ofShop(what), body)

let fading
function say(text) {
  const place = document.getElementById('message')
  place.replaceChildren(el('p', {}, text))
  clearTimeout(fading)
  fading = setTimeout(() => place.replaceChildren(), 8000)
}

/** Does what a button asks for, says how it went, shows what changed. */
async function act(work) {
  try {
    say(await work())
  } catch (error) {
    say(error.message)
  }
  await draw()
}

const money = (value) => value.toLocaleString('en-US', { style: 'currency', currency: 'USD' })
const tone = (status) => {
  const word = String(status).toUpperCase()
  if (/CANCEL|ENDED|ERROR|VOIDED/.test(word)) return 'bad'
  return /OUT_OF|NOT_STARTED|UNFULFILLED|IN_PROGRESS|PARTIAL|DRAFT/.test(word) ? 'warn' : 'good'
}
const statusCell = (status) =>
  el('td', {}, el('span', { class: `status ${tone(status)}` }, String(status).replaceAll('_', ' ').toLowerCase()))

function table(caption, heads, rows, empty) {
  if (rows.length === 0) return el('p', { class: 'empty' }, empty)
  // On a phone a row becomes a card, and each cell says what it is; the roles survive that.
  for (const row of rows) {
    row.setAttribute('role', 'row')
    for (const [index, cell] of [...row.cells].entries()) {
      cell.dataset.label = heads[index][0]
      cell.setAttribute('role', 'cell')
    }
  }
  return el(
    'div',
    { class: 'scroll', tabindex: '0', role: 'region', 'aria-label': caption },
    el(
      'table',
      { role: 'table' },
      el(
        'thead',
        { role: 'rowgroup' },
        el(
          'tr',
          { role: 'row' },
          heads.map(([text, number]) =>
            el('th', { scope: 'col', role: 'columnheader', class: number ? 'number' : undefined }, text),
          ),
        ),
      ),
      el('tbody', { role: 'rowgroup' }, rows),
    ),
  )
}

function listingRow(listing) {
  const submit = (event) => {
    event.preventDefault()
    const quantity = Number(new FormData(event.target).get('quantity'))
    void act(async () => {
      const { externalOrderId } = await post('buy', { sku: listing.sku, quantity })
      return `Bought ${quantity} of ${listing.sku}: order ${externalOrderId}.`
    })
  }
  return el(
    'tr',
    {},
    el('td', { class: 'title' }, el('a', { href: listing.url, target: '_blank', rel: 'noopener' }, listing.title)),
    el('td', {}, el('code', {}, listing.sku)),
    el('td', { class: 'number' }, money(listing.price)),
    el('td', { class: 'number' }, String(listing.quantity)),
    statusCell(listing.status),
    el(
      'td',
      {},
      el(
        'form',
        { onsubmit: submit },
        el('input', {
          type: 'number',
          name: 'quantity',
          min: '1',
          max: String(Math.max(1, listing.quantity)),
          value: '1',
          required: true,
          'aria-label': `Pieces of ${listing.sku}`,
          'data-keep': `buy ${listing.externalId} ${listing.sku}`,
        }),
        el(
          'button',
          { type: 'submit', class: 'primary', disabled: listing.quantity < 1, 'aria-label': `Buy ${listing.sku}` },
          'Buy',
        ),
      ),
    ),
  )
}

function orderRow(order) {
  const { externalOrderId } = order
  const over = /CANCEL/i.test(order.status)
  const isBack = over || /^(FULLY_)?REFUNDED$/.test(order.payment)
  const button = (text, what, more, disabled, said) =>
    el(
      'button',
      {
        type: 'button',
        class: what === 'cancel' ? 'danger' : undefined,
        disabled,
        onclick: () =>
          act(async () => {
            await post(what, { externalOrderId, ...more })
            return `Order ${externalOrderId} ${said}.`
          }),
        'aria-label': `${text} order ${externalOrderId}`,
      },
      text,
    )
  return el(
    'tr',
    {},
    el('td', {}, el('code', {}, externalOrderId)),
    el('td', {}, el('code', {}, order.skus.join(', '))),
    el('td', { class: 'number' }, String(order.quantity)),
    statusCell(order.status),
    el('td', {}, String(order.payment).replaceAll('_', ' ').toLowerCase()),
    el('td', {}, order.tracking.join(', ') || '–'),
    el(
      'td',
      {},
      el(
        'div',
        { class: 'actions' },
        button('Ship', 'ship', {}, over || order.shipped, 'is shipped'),
        button('Refund, restock', 'refund', { restock: true }, isBack, 'is refunded, its pieces are for sale again'),
        button('Refund', 'refund', { restock: false }, isBack, 'is refunded, its pieces are gone'),
        button('Cancel', 'cancel', {}, over || order.shipped, 'is cancelled'),
      ),
    ),
  )
}

function accountCard(accounts) {
  if (accounts.length < 2) return null
  const chosen = account || accounts.at(-1)
  const choose = (event) => {
    account = event.target.value
    void draw()
  }
  return el(
    'section',
    { class: 'card', 'aria-labelledby': 'account-title' },
    el('h2', { id: 'account-title' }, 'Whose shop?'),
    el('label', { for: 'account' }, 'Account '),
    el(
      'select',
      { id: 'account', onchange: choose },
      accounts.toReversed().map((name) => el('option', { value: name, selected: name === chosen }, name)),
    ),
  )
}

function faultsCard(pending) {
  const submit = (event) => {
    event.preventDefault()
    const form = new FormData(event.target)
    const amount = Number(form.get('amount'))
    const fault = {
      channel: current,
      kind: form.get('kind'),
      ...(form.get('how') === 'rate' ? { rate: amount / 100 } : { count: amount }),
    }
    void act(async () => {
      await call('POST', 'faults', fault)
      return `${faultKinds[fault.kind]} is switched on.`
    })
  }
  const clear = () =>
    act(async () => {
      await call('DELETE', `faults?channel=${current}`)
      return 'All faults of this channel are switched off.'
    })
  const own = pending.filter(({ channel }) => channel === current)
  return el(
    'section',
    { class: 'card', 'aria-labelledby': 'faults-title' },
    el('h2', { id: 'faults-title' }, 'What shall go wrong?'),
    el(
      'form',
      { class: 'fields', onsubmit: submit },
      el(
        'div',
        {},
        el('label', { for: 'kind' }, 'Fault'),
        el(
          'select',
          { id: 'kind', name: 'kind', 'data-keep': 'kind' },
          Object.entries(faultKinds).map(([value, text]) => el('option', { value }, text)),
        ),
      ),
      el(
        'div',
        {},
        el('label', { for: 'amount' }, 'How many'),
        el('input', {
          id: 'amount',
          name: 'amount',
          type: 'number',
          min: '1',
          value: '1',
          required: true,
          'data-keep': 'amount',
        }),
      ),
      el(
        'div',
        {},
        el('label', { for: 'how' }, 'Of'),
        el(
          'select',
          { id: 'how', name: 'how', 'data-keep': 'how' },
          el('option', { value: 'count' }, 'the next requests'),
          el('option', { value: 'rate' }, 'percent of all'),
        ),
      ),
      el('button', { type: 'submit' }, 'Switch on'),
      el('button', { type: 'button', onclick: clear, disabled: own.length === 0 }, 'Switch all off'),
    ),
    own.length === 0
      ? null
      : el(
          'ul',
          { class: 'list', 'aria-label': 'Faults switched on' },
          own.map(({ kind, count, rate }) =>
            el(
              'li',
              {},
              `${faultKinds[kind]}: ${rate === undefined ? `next ${count}` : `${Math.round(rate * 100)} %`}`,
            ),
          ),
        ),
  )
}

const callRow = (one) =>
  el(
    'tr',
    {},
    el('td', { class: 'number' }, new Date(one.at).toLocaleTimeString()),
    el('td', {}, one.method),
    el('td', { class: 'path' }, el('code', {}, `${one.path}${decodeQuery(one.query)}`)),
    el(
      'td',
      { class: 'number' },
      el(
        'span',
        { class: `status ${one.status !== null && one.status < 400 ? 'good' : 'bad'}` },
        one.status === null ? 'none' : String(one.status),
      ),
    ),
    el('td', { class: 'number' }, `${one.ms} ms`),
    el('td', {}, one.fault ? (faultKinds[one.fault] ?? one.fault) : ''),
  )

function decodeQuery(query) {
  try {
    return decodeURIComponent(query)
  } catch {
    return query
  }
}

const number = true
async function shopCards() {
  const { name, showsOrders } = channels.find(({ id }) => id === current)
  const accounts = await call('GET', `${current}/accounts`)
  if (!accounts.includes(account)) account = ''
  const [listings, orders, calls, faults, lag, clock] = await Promise.all([
    call('GET', ofShop('listings')),
    showsOrders ? call('GET', ofShop('orders')) : [],
    call('GET', `${current}/calls`),
    call('GET', 'faults'),
    call('GET', `${current}/lag`),
    call('GET', 'clock'),
  ])
  return [
    accountCard(accounts),
    el(
      'section',
      { class: 'card', 'aria-labelledby': 'listings-title' },
      el('h2', { id: 'listings-title' }, `For sale on ${name} (${listings.length})`),
      table(
        'Listings',
        [['Title'], ['SKU'], ['Price', number], ['Quantity', number], ['Status'], ['Buy']],
        listings.slice(0, 500).map(listingRow),
        'Nothing is for sale yet. Connect this channel in Motto and list a product; it then stands here.',
      ),
      listings.length > 500 ? el('p', { class: 'empty' }, `The first 500 of ${listings.length} are shown.`) : null,
    ),
    showsOrders
      ? el(
          'section',
          { class: 'card', 'aria-labelledby': 'orders-title' },
          el('h2', { id: 'orders-title' }, `Orders (${orders.length})`),
          table(
            'Orders',
            [['Order'], ['SKU'], ['Pieces', number], ['Status'], ['Payment'], ['Tracking'], ['What happens']],
            orders.slice(-100).reverse().map(orderRow),
            'Nobody has bought anything yet. Press Buy at a listing.',
          ),
        )
      : null,
    ...handCards({
      listings,
      lag,
      clock,
      act,
      post,
      postAll: (what, body) => call('POST', what, body),
    }),
    faultsCard(faults),
    el(
      'section',
      { class: 'card', 'aria-labelledby': 'calls-title' },
      el('h2', { id: 'calls-title' }, 'Last calls, newest first'),
      table(
        'Last calls',
        [['Time', number], ['Method'], ['Path'], ['Status', number], ['Took', number], ['Fault']],
        calls.slice(-25).reverse().map(callRow),
        'No call has come yet.',
      ),
    ),
  ]
}

/** Draws anew without taking away what someone is typing: kept fields hold their value and the focus. */
async function draw() {
  const cards = await shopCards()
  const panel = document.getElementById('panel')
  const kept = new Map([...panel.querySelectorAll('[data-keep]')].map((field) => [field.dataset.keep, field.value]))
  const focused = document.activeElement
  const focusKey = panel.contains(focused)
    ? (focused.dataset.keep ?? focused.getAttribute('aria-label') ?? focused.textContent)
    : null
  const scrolled = [...panel.querySelectorAll('.scroll')].map((place) => [
    place.getAttribute('aria-label'),
    place.scrollLeft,
  ])
  panel.replaceChildren(...cards.filter((card) => card !== null))
  for (const field of panel.querySelectorAll('[data-keep]'))
    if (kept.has(field.dataset.keep)) field.value = kept.get(field.dataset.keep)
  for (const [label, left] of scrolled)
    for (const place of panel.querySelectorAll('.scroll'))
      if (place.getAttribute('aria-label') === label) place.scrollLeft = left
  if (focusKey === null) return
  const same = [...panel.querySelectorAll('input, select, button, a, .scroll')].find(
    (one) => (one.dataset.keep ?? one.getAttribute('aria-label') ?? one.textContent) === focusKey,
  )
  same?.focus({ preventScroll: true })
}

function choose(id) {
  current = id
  account = ''
  history.replaceState(null, '', `#${id}`)
  for (const tab of document.querySelectorAll('[role="tab"]')) {
    tab.setAttribute('aria-selected', String(tab.dataset.id === id))
    tab.tabIndex = tab.dataset.id === id ? 0 : -1
  }
  document.getElementById('panel').setAttribute('aria-labelledby', `tab-${id}`)
  return draw()
}

function moveTab(event) {
  const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key]
  if (!step) return
  const next = channels[(channels.findIndex(({ id }) => id === current) + step + channels.length) % channels.length]
  void choose(next.id)
  document.getElementById(`tab-${next.id}`).focus()
}

async function start() {
  channels = await call('GET', 'channels')
  const reset = () => {
    if (!confirm('Empty all shops? Listings, orders, faults and the list of calls are lost; connections stay.')) return
    void act(async () => {
      await call('POST', 'reset')
      return 'All shops are empty again.'
    })
  }
  app.replaceChildren(
    el(
      'header',
      {},
      el('h1', {}, 'Channel sandbox'),
      el('p', {}, 'The shops of your channels, played on this machine. Nothing here reaches the real ones.'),
      el('button', { type: 'button', class: 'danger', onclick: reset }, 'Reset'),
    ),
    el(
      'main',
      { id: 'main' },
      el(
        'div',
        { class: 'tabs', role: 'tablist', 'aria-label': 'Channels', onkeydown: moveTab },
        channels.map(({ id, name }) =>
          el(
            'button',
            {
              type: 'button',
              role: 'tab',
              id: `tab-${id}`,
              'data-id': id,
              'aria-controls': 'panel',
              onclick: () => void choose(id),
            },
            name,
          ),
        ),
      ),
      el('div', { id: 'panel', role: 'tabpanel' }),
    ),
    el('div', { id: 'message', role: 'status' }),
  )
  await choose(channels.some(({ id }) => id === location.hash.slice(1)) ? location.hash.slice(1) : channels[0].id)
  setInterval(() => {
    if (document.visibilityState === 'visible')
      draw().catch(() => say('The sandbox does not answer. Is it still running?'))
  }, refreshMs)
}

start().catch((error) =>
  app.replaceChildren(
    el('main', { id: 'main' }, el('h1', {}, 'The sandbox does not answer'), el('p', { role: 'alert' }, error.message)),
  ),
)
