// @vitest-environment jsdom
import { afterEach, expect, it, vi } from 'vitest'

afterEach(() => vi.restoreAllMocks())

it('the sign before decimals is looked up when a number is shown, not when the script is read that has it', async () => {
  const language = vi.spyOn(navigator, 'language', 'get').mockReturnValue('de-DE')
  const formatting = vi.spyOn(Intl, 'NumberFormat')
  const { decimalSign } = await import('./decimal-sign.ts')
  expect(language).not.toHaveBeenCalled()
  expect(decimalSign()).toBe(',')
  expect(decimalSign()).toBe(',')
  expect(formatting).toHaveBeenCalledOnce()
})
