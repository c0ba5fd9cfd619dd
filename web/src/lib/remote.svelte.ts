// Something asked of the server once, as it is loading, there, or not to be had.
import { ApiError } from './api'
import { t } from './i18n/index.svelte'
import { refusal } from './refusals'

export class Remote<T> {
  data: T | null = $state.raw(null)
  error: string | null = $state(null)

  constructor(ask: () => Promise<T>) {
    void this.load(ask)
  }

  async load(ask: () => Promise<T>): Promise<void> {
    try {
      this.data = await ask()
      this.error = null
    } catch (error) {
      this.error = errorWords(error)
    }
  }
}

/** What went wrong, for whoever met it. */
export function errorWords(error: unknown): string {
  if (!(error instanceof ApiError)) return String(error)
  if (error.status === 0) return t('server.away')
  if (!error.message) return t('server.refused', { n: error.status })
  // What is wrong with rules is said by the page that made them; elsewhere in the server's words.
  return error.allowed ? error.message : refusal(error.message)
}
