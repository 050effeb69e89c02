// Runs before the first paint, so that no page flashes in the other colours.
;(function () {
  var kept = null
  try {
    kept = localStorage.getItem('motto-theme')
  } catch {
    // Storage is blocked: the system's choice is used.
  }
  var system = matchMedia('(prefers-color-scheme: dark)')
  var paint = function () {
    var dark = kept === 'dark' || (kept !== 'light' && system.matches)
    document.documentElement.setAttribute('data-mantine-color-scheme', dark ? 'dark' : 'light')
  }
  paint()
  // Whoever has not chosen follows the system, also when evening comes.
  if (kept !== 'dark' && kept !== 'light') system.addEventListener('change', paint)
})()
