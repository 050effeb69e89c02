import type { KeyboardEvent } from 'react'

const same = (a: string, b: string) => a.trim().toLowerCase() === b.trim().toLowerCase()

/**
 * Enter chooses the option whose whole name was typed, without an arrow key before it. An option that is highlighted goes first.
 * @param chosen the name of the option that the field has already, which a click would take away
 */
export function chooseExactOption(event: KeyboardEvent<HTMLInputElement>, chosen?: string): void {
  const field = event.currentTarget
  const typed = field.value
  if (event.key !== 'Enter' || event.nativeEvent.isComposing || typed.trim() === '') return
  if (field.getAttribute('aria-activedescendant') || (chosen !== undefined && same(chosen, typed))) return
  const list = document.getElementById(field.getAttribute('aria-controls') ?? '')
  const option = [...(list?.querySelectorAll<HTMLElement>('[role="option"]') ?? [])].find((element) =>
    same(element.textContent, typed),
  )
  if (!option || option.hasAttribute('data-combobox-disabled')) return
  event.preventDefault()
  option.click()
}
