// @vitest-environment jsdom
import { expect, it } from 'vitest'
import { printLight } from './print-light.ts'

it('a page in the dark is printed light, and is dark again afterwards', () => {
  const root = document.documentElement
  const scheme = () => root.getAttribute('data-mantine-color-scheme')
  root.setAttribute('data-mantine-color-scheme', 'dark')
  printLight()
  window.dispatchEvent(new Event('beforeprint'))
  expect(scheme()).toBe('light')
  window.dispatchEvent(new Event('afterprint'))
  expect(scheme()).toBe('dark')
})
