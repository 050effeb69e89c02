import type { Locator, Page } from 'playwright-core'
import { until } from './wait.ts'

/** Most presses of Tab that lead from one place of a page to another. */
const far = 160
/** After so many presses what is looked for is found anew: a page may have put another in its place. */
const AGAIN = 16

/** Somebody who has a keyboard and nothing else. */
export function handsOn(page: Page) {
  const has = (target: Locator) => target.evaluate((element) => element === document.activeElement)
  /** Goes on with Tab until the target has the focus. */
  const to = async (target: Locator): Promise<void> => {
    await target.waitFor()
    // To find it by its role takes longer than the press, so it is held, as long as it is on the page.
    let handle = await target.elementHandle()
    for (let n = 0; n < far; n += 1) {
      const is = await handle?.evaluate((element) =>
        element === document.activeElement ? 'here' : element.isConnected,
      )
      if (is === 'here' && (await has(target))) return
      if (is !== true || n % AGAIN === AGAIN - 1) handle = await target.elementHandle()
      if (is !== 'here') await page.keyboard.press('Tab')
    }
    throw new Error(`${far} times Tab did not reach ${target.toString()}.`)
  }
  const press = async (target: Locator, key = 'Enter'): Promise<void> => {
    await to(target)
    await page.keyboard.press(key)
  }
  const write = async (target: Locator, text: string): Promise<void> => {
    await to(target)
    await page.keyboard.press('Control+a')
    await page.keyboard.type(text)
  }
  /** Opens a list, goes down to the option, takes it. */
  const choose = async (target: Locator, option: string | RegExp): Promise<void> => {
    await to(target)
    const choice = page.getByRole('option', { name: option, exact: true }).first()
    await page.keyboard.press('ArrowDown')
    await choice.waitFor()
    for (let n = 0; (await choice.getAttribute('data-combobox-selected')) === null; n += 1) {
      if (n > far) throw new Error(`The arrow keys did not reach ${String(option)}.`)
      await page.keyboard.press('ArrowDown')
    }
    await page.keyboard.press('Enter')
  }
  const whoHasIt = () => page.evaluate(() => document.activeElement?.outerHTML.slice(0, 200) ?? 'nothing')
  const wait = async (what: string, look: () => Promise<boolean>): Promise<void> => {
    await until(what, look).catch(async () => {
      throw new Error(`Not so: ${what}. It is on ${await whoHasIt()}`)
    })
  }
  /** Something on the page has the focus: the next Tab goes on from where one was. */
  const settle = () =>
    wait('the focus is somewhere', () =>
      page.evaluate(() => document.activeElement !== null && document.activeElement !== document.body),
    )
  const focused = (target: Locator) => wait(`the focus is on ${target.toString()}`, () => has(target))
  return {
    to,
    press,
    write,
    choose,
    settle,
    focused,
    key: (keys: string) => page.keyboard.press(keys),
    type: (text: string) => page.keyboard.type(text),
  }
}
export type Hands = ReturnType<typeof handsOn>
