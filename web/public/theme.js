// Runs before the first paint, so that no page flashes in the other colours.
;(function () {
  var kept = null
  try {
    kept = localStorage.getItem('motto-theme')
  } catch {
    // Storage is blocked: the system's choice is used.
  }
  var dark = kept === 'dark' || (kept !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches)
  document.documentElement.setAttribute('data-mantine-color-scheme', dark ? 'dark' : 'light')
})()
