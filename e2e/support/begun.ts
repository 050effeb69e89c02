import type { Browser } from 'playwright-core'
import { afterAll, beforeAll } from 'vitest'
import { openBrowser, type Tab } from './browser.ts'
import { signedIn } from './person.ts'
import type { Motto } from './motto.ts'
import { type Running, ownMotto, sharedMotto } from './running.ts'
import { type Story, begin } from './story.ts'
import { Seller } from './seller.ts'

/** Where a journey begins: the shared Motto, a new organization, its owner, and a tab in which they are signed in. */
interface Begun {
  readonly motto: Running
  readonly browser: Browser
  readonly seller: Seller
  readonly tab: Tab
}

/** All of it for a whole file, there from the file's first `beforeAll` after this call. @param organization its name */
export function begun(organization: string): Begun {
  const stage = {} as { -readonly [K in keyof Begun]: Begun[K] }
  beforeAll(async () => {
    ;[stage.motto, stage.browser] = await Promise.all([sharedMotto(), openBrowser()])
    stage.seller = new Seller(stage.motto.url, stage.motto.dataDir)
    await stage.seller.begin(organization)
    stage.tab = await signedIn(stage.browser, stage.motto, stage.seller)
  })
  afterAll(async () => {
    await stage.browser?.close()
    await stage.motto?.stop()
  })
  return stage
}

interface BegunStory extends Omit<Begun, 'motto' | 'seller'> {
  readonly motto: Motto
  readonly story: Story
}
/** A Motto of its own, in which somebody sells on both channels, and a tab in which they are signed in. */
export function begunStory(): BegunStory {
  const stage = {} as { -readonly [K in keyof BegunStory]: BegunStory[K] }
  beforeAll(async () => {
    ;[stage.motto, stage.browser] = await Promise.all([ownMotto(), openBrowser()])
    stage.story = await begin(stage.motto)
    stage.tab = await signedIn(stage.browser, stage.motto, stage.story.seller)
  })
  afterAll(async () => {
    await stage.browser?.close()
    await stage.motto?.stop()
  })
  return stage
}
