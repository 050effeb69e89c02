import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

const api = process.env.API_URL ?? 'http://127.0.0.1:3000'

export default defineConfig({
  root: 'web',
  plugins: [react({ compiler: true })],
  build: {
    outDir: '../dist/web',
    emptyOutDir: true,
    target: 'es2023',
    // The content policy allows no inline script or data: font, so nothing is inlined.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            { name: 'react', test: /node_modules\/(react|react-dom|scheduler)\// },
            { name: 'router', test: /node_modules\/@tanstack\/(react-router|router-core|history|react-store|store)\// },
            { name: 'zod', test: /node_modules\/zod\// },
            // What both halves of the app draw with; apart, so that the sign-in page does not get the contract's schemas along with it.
            { name: 'base', test: /\/web\/(call|search|session|ui\/(logo|icons?|page-meta|channel-mark))\./ },
            { name: 'query', test: /node_modules\/@tanstack\/(react-query|query-core)\// },
          ],
        },
      },
    },
  },
  server: { port: 5173, proxy: { '^/api/': api, '^/media/': api } },
})
