import { useCallback, useRef } from 'react'

/**
 * Moves the focus to the first field with an error after a submit was refused, whether the form or the server refuses it.
 * As soon as somebody presses or types again, nothing moves until the next submit.
 * @returns properties for the element around the form
 */
export function useInvalidFocus() {
  const submitted = useRef(false)
  const around = useRef<HTMLDivElement>(null)
  const focusInvalid = () => {
    if (submitted.current) around.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
  }
  const ref = useCallback((element: HTMLDivElement) => {
    around.current = element
    const observer = new MutationObserver(focusInvalid)
    observer.observe(element, { subtree: true, childList: true, attributeFilter: ['aria-invalid'] })
    return () => observer.disconnect()
  }, [])
  const onSubmitCapture = () => {
    submitted.current = true
    // An error that is already shown changes nothing that could be observed.
    setTimeout(focusInvalid)
  }
  const release = () => {
    submitted.current = false
  }
  return { ref, onSubmitCapture, onInput: release, onKeyDown: release, onPointerDown: release }
}
