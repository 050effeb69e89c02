import type { SimAnswer } from './simulator.ts'

export const escapeHtml = (text: unknown): string =>
  String(text)
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#39;')

/** A page in the sandbox's own plain look. `title` is escaped here, `main` must already be. */
export function htmlPage(page: {
  title: string
  main: string
  script?: string
  formsMayGoTo?: string[]
  status?: number
}): SimAnswer {
  const formAction = ["'self'", ...(page.formsMayGoTo ?? [])].join(' ')
  return {
    status: page.status ?? 200,
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-store',
      // A form's redirect counts as where it goes, so a consent form must name the app it returns to.
      'content-security-policy':
        `default-src 'none'; style-src 'self'; script-src 'self'; connect-src 'self'; img-src 'self' https: http: data:; ` +
        `form-action ${formAction}; base-uri 'none'; frame-ancestors 'none'`,
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
    },
    body: `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${escapeHtml(page.title)}</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="/_sandbox/page.css">
${page.script ? `<script type="module" src="${escapeHtml(page.script)}"></script>` : ''}
</head>
<body>
${page.main}
</body>
</html>
`,
  }
}
