import { createHash } from 'node:crypto'
import { readFileSync, readdirSync } from 'node:fs'
import { svelte } from '@sveltejs/vite-plugin-svelte'
import type { Plugin } from 'vite'
import { defineConfig } from 'vitest/config'

const server = process.env['SHMEAR_SERVER'] ?? 'http://127.0.0.1:8000'

/** Writes `sw.js` with the list of all built files, so that the page opens without a network. */
function serviceWorker(): Plugin {
  return {
    name: 'shmear-service-worker',
    apply: 'build',
    generateBundle(_options, bundle) {
      const source = readFileSync(new URL('./src/sw.js', import.meta.url), 'utf8')
      const built = Object.keys(bundle).filter((name) => !name.endsWith('.map') && name !== 'index.html')
      const files = [...built, ...readdirSync(new URL('./public/', import.meta.url))].map((name) => `/${name}`).sort()
      const version = createHash('sha256')
      for (const [name, one] of Object.entries(bundle)) {
        version.update(name).update(one.type === 'chunk' ? one.code : one.source)
      }
      version.update(source)
      const code = source
        .replace("'__VERSION__'", JSON.stringify(version.digest('hex').slice(0, 16)))
        .replace("['__FILES__']", JSON.stringify(['/', ...files]))
      this.emitFile({ type: 'asset', fileName: 'sw.js', source: code })
    },
  }
}

export default defineConfig({
  plugins: [svelte(), serviceWorker()],
  build: {
    outDir: '../src/shmear/server/static',
    emptyOutDir: true,
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    target: 'es2022',
  },
  server: {
    proxy: {
      '/api': server,
      '/ws': { target: server, ws: true },
    },
  },
  test: { include: ['tests/**/*.test.ts'], environment: 'node' },
})
