import { describe, expect, it } from 'vitest'
import { areas } from '#contract/all.ts'
import { permissions } from '#contract/permissions.ts'
import { type ActionId, actionIds, actions } from '#web/actions/all.ts'
import { morePages } from '#web/actions/more-pages.ts'
import { mainLinks, settingsLinks } from '#web/actions/pages.ts'
import { gridShortcuts } from '#web/actions/shortcut-help.ts'
import { synonyms } from '#web/actions/synonyms.ts'
import { actionOf } from '#web/features/inventory/grid/keys.ts'
import { codeOf, isSupport, isTest, plainPages, readSources } from './bin/lib/sources.ts'

const sources = [...readSources('.')].filter(
  ([file]) => file.startsWith('web/') && !isTest(file) && !isSupport(file) && !file.startsWith('web/actions/'),
)
const code = sources.map(([, text]) => codeOf(text)).join('\n')

/** The writes of the contract that a page of somebody who is logged in sends. */
const writes = Object.values(areas)
  .flatMap((area) => Object.entries(area))
  .filter(([, { method, savesNothing, needs }]) => method !== 'GET' && !savesNothing && needs !== 'public')
  .filter(([name]) => new RegExp(`\\b${name}\\b`).test(code))
  .map(([name, { needs }]) => ({ name, needs }))

/** What each action sends besides the write of its own name, at once or at the end of the page that it opens. */
const sends: Partial<Record<ActionId, string>> = {
  newProduct: 'createProduct',
  importProducts: 'uploadImport rereadImport planImport fixImportCells applyImport cancelImport',
  importListings: 'readCatalogue decideFound linkFound unlinkFound bringIn importFound settleQuantities',
  undoChange: 'undoChangeSet cancelChangeSet undoProductChange',
  editProduct: 'updateProduct updateProducts importPicture retryProductPictures',
  changeTemplate: 'convertProduct',
  bundleProducts: 'saveBundle',
  saveView: 'createView updateView deleteView',
  listProducts: 'beginPublishing',
  listProduct: 'listToChannels switchOnChannels linkThere',
  runPublishing: 'startPublishing pausePublishing cancelPublishing recheckPublishing',
  editListing: 'saveListingProducts',
  unlist: 'unlistProduct',
  schedulePrices: 'restartPricing',
  editListingTemplate: 'saveListingTemplates',
  mapValues: 'saveValueMappings',
  newOrder: 'createOrder',
  editSlips: 'saveSlipSettings',
  packOrders: 'packPieces shipPacked shipPart reportItems undoItemReport',
  printSlips: 'makeSlips cancelSlips',
  markShipped: 'updateShipping',
  refundOrder: 'settleUndoing',
  recordReturn: 'returnPieces',
  cancelOrder: 'cancelAtChannel',
  editOrder: 'updateOrder',
  enterCosts: 'saveLineCost fillCosts clearCosts',
  resolveOrders: 'assignLine leaveLine takeFromSku waitForStock forgetMeaning promisePieces',
  newOrderRule: 'createOrderRule updateOrderRule moveOrderRule switchOrderRule deleteOrderRule',
  newOperator: 'createOperator updateOperator deleteOperator',
  newTemplate: 'createTemplate',
  useLibrary: 'importStockTemplate',
  editTemplate: 'saveTemplate addAttributes mergeAttributes savePriceSuggestionConfiguration',
  editDynamicMapping: 'saveRules',
  connectChannel: 'createIntegration connectWithKey exchangeCode',
  disconnectChannel: 'disconnectIntegration',
  editChannel: 'saveIntegration savePriceRule makeThere createSpreadsheet updateConfig checkReadiness switchOn',
  checkConnection: 'startConnectionCheck',
  checkQuantities: 'readBack settleDrift saveDriftRule',
  shadowMode: 'startShadow refreshShadow confirmShadow resendShadowed',
  retryTask: 'retryJob',
  shareStock: 'saveOrganizationSharing saveSharingException',
  newReport: 'createReport updateReport deleteReport sendReport',
  subscribeReport: 'leaveReport rejoinReport',
  invitePerson: 'addUserRole resendInvitation withdrawInvitation',
  changeMember: 'changeUserRole removeUser',
  editOrganization: 'updateClient',
  addRate: 'saveRates deleteRate',
  switchOrganization: 'clientLogin createClient',
  editProfile: 'updateUser',
  secureAccount: 'beginTwoFactor confirmTwoFactor disableTwoFactor renewBackupCodes linkIdentity unlinkIdentity',
  answerInvitation: 'acceptRole declineRole',
  createToken: 'updateToken revokeToken',
  decideProposal: 'applyProposal undoProposal undoProposals',
  createWebhook: 'updateWebhook deleteWebhook rotateWebhookSecret replayDelivery replayFailed',
  chooseNotifications: 'saveNotificationSetting sendTestMail',
  contactSupport: 'sendSupportEmail',
}
/** Writes that nobody looks for by name, each with the reason. */
const unnamed: Record<string, string> = {
  sendConfirmationEmail: 'a page for whoever has not confirmed an email address yet has nothing but this button',
  confirmHere: 'the same page, on a computer without a mail server',
  hideFirstSteps: 'the setup guide has its own button, and the dashboard brings it back',
  propose: 'for AI agents and programs; a person changes products by the pages of the products',
  addStockTemplate: 'for super admins, who curate the library on its own page',
  removeStockTemplate: 'for super admins, who curate the library on its own page',
}
const sentBy = new Map(Object.entries(sends).flatMap(([id, names]) => names.split(' ').map((name) => [name, id])))
/** An action and a write with the same name belong together. */
for (const { name } of writes) if (!sentBy.has(name) && actionIds.some((id) => id === name)) sentBy.set(name, name)

describe('every write that a page sends', () => {
  it('is named by an action, or by a reason', () => {
    expect(writes.length).toBeGreaterThan(100)
    const nameless = writes.filter(({ name }) => !sentBy.has(name) && !(name in unnamed))
    expect(nameless.map(({ name }) => name)).toEqual([])
  })
  it('is still there', () => {
    const known = new Set(writes.map(({ name }) => name))
    const stale = [...sentBy.keys(), ...Object.keys(unnamed)].filter((name) => !known.has(name))
    expect(stale).toEqual([])
  })
  it('needs no more than its action, so that nobody finds an action that is refused', () => {
    const reach = (needs: keyof typeof permissions) => permissions[needs].maxRole
    const refused = [...new Set(sentBy.values())].filter((id) => {
      const needed = writes.filter(({ name }) => sentBy.get(name) === id)
      return !needed.some(({ needs }) => reach(needs) >= reach(actions[id as ActionId].needs))
    })
    expect(refused).toEqual([])
  })
})

describe('every action', () => {
  it('leads to a page or is run by the shell, and needs a page wherever something has to be done first', () => {
    const placeless = actionIds.filter((id) => !actions[id].page)
    expect(placeless).toEqual(['switchTheme', 'collapseSidebar', 'contactSupport', 'showShortcuts', 'logOut'])
    expect(placeless.filter((id) => actions[id].after)).toEqual([])
  })
  it('has a name of its own and synonyms in lower case that its name does not hold', () => {
    const names = actionIds.map((id) => actions[id].name.toLowerCase())
    expect(names.filter((name, at) => names.indexOf(name) !== at)).toEqual([])
    const idle = actionIds.flatMap((id) => {
      const words = new Set(actions[id].name.toLowerCase().split(/[^\p{L}\p{N}’-]+/u))
      return synonyms[id]
        .filter((word) => word !== word.toLowerCase() || words.has(word))
        .map((word) => `${id}: ${word}`)
    })
    expect(idle).toEqual([])
  })
})

/** Pages that the palette does not open by themselves. */
const unlisted: Record<string, string> = {
  '/orders/print': 'shows the orders that were selected',
  '/product-not-found': 'an answer to an address that leads nowhere',
  '/products': 'an older address of the inventory',
  '/orders/settle': 'the older address of the order issues',
  '/clients': 'an older address of the organization',
  '/_gallery': 'for developers',
}

it('every page without a required parameter can be opened from the palette', () => {
  expect(plainPages.length).toBeGreaterThan(20)
  const pages = [...mainLinks, ...morePages, ...settingsLinks(true)].map(({ link }) => link)
  const links = [...pages, ...actionIds.flatMap((id) => actions[id].page ?? [])]
  const listed = new Set(links.map(({ to }) => to.replaceAll(/\/?\{-\$\w+\}/g, '')))
  expect(plainPages.filter((path) => !listed.has(path) && !(path in unlisted))).toEqual([])
})

/** Files that look at keys and register none, each with the reason. */
const ownKeys: Record<string, string> = {
  'web/shell/palette/typing.ts': 'keeps what is typed before the palette’s field has the focus',
  'web/form/rich/still-text.tsx': 'passes the keys of descriptions, which are listed, to the editor',
  'web/features/imports/import-over.tsx': 'any key means that somebody stays on the page',
  'web/features/orders/packing/scan-field.tsx': 'ends a scan with Enter or Tab, as scanners send them',
  'web/features/products/variations/grid-keys.ts': 'keys within the grid of variations, told below it',
  'web/features/products/variations/use-grid.ts': 'filling down within the grid of variations, told below it',
  'web/features/inventory/grid/grid-keys.ts': 'passes keys to keys.ts, whose keys are compared below',
  'web/features/inventory/grid/grid-pointer.ts': 'begins to type in a cell',
  'web/features/inventory/publishing/fix-form.tsx': 'Enter goes to the next value and Ctrl Enter saves, as in a table',
  'web/features/inventory/table/phone-list.tsx': 'opens a link in a new tab, as browsers do',
}

/** Combinations of the grid that the help does not name again. */
const alike: Record<string, string> = {
  'shift+Enter': 'as Enter',
  'shift+Escape': 'as Escape',
  'ctrl+Tab': 'browsers take it first',
  'ctrl+shift+Tab': 'browsers take it first',
  'alt+Tab': 'the system takes it first',
  'ctrl+s': 'saves, as everywhere',
  'ctrl+shift+s': 'saves, as everywhere',
}

describe('every shortcut', () => {
  it('is bound with the registry that the help is made of', () => {
    const binds = /addEventListener\('keydown'|useHotkeys\(|\b(?:ctrlKey|metaKey)\b/
    const own = sources.filter(
      ([, text]) => binds.test(codeOf(text)) && !/from '[^']*actions\/shortcuts?(?:-help)?\.ts'/.test(text),
    )
    expect(own.map(([file]) => file).toSorted()).toEqual(Object.keys(ownKeys).toSorted())
  })

  it('of the grid is in the help', () => {
    const keys = [
      'Enter',
      'Tab',
      ' ',
      'Delete',
      'Backspace',
      'Escape',
      'ArrowUp',
      'ArrowDown',
      'ArrowLeft',
      'ArrowRight',
    ]
    const letters = [...'abcdefghijklmnopqrstuvwxyz']
    const states = [true, false].flatMap((editing) =>
      [true, false].flatMap((editable) => [true, false].map((toggles) => ({ editing, editable, toggles }))),
    )
    const help = new Set(gridShortcuts.flatMap(({ pressed }) => pressed))
    const missing = [...keys, ...letters].flatMap((key) =>
      ['', 'ctrl+', 'shift+', 'ctrl+shift+', 'alt+']
        .filter((modifiers) => {
          const pressed = {
            key,
            ctrl: modifiers.includes('ctrl'),
            shift: modifiers.includes('shift'),
            alt: modifiers.includes('alt'),
          }
          const acts = states.some((state) => actionOf(pressed, state) !== undefined)
          return acts && !help.has(`${modifiers}${key.toLowerCase()}`)
        })
        .map((modifiers) => `${modifiers}${key}`),
    )
    expect(missing.toSorted()).toEqual(Object.keys(alike).toSorted())
  })
})
