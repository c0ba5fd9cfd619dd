// A newer build that waits to take over: offered, never taken during a hand.

class Version {
  ready = $state(false)
  #waiting: ServiceWorker | null = null

  async watch(): Promise<void> {
    if (!('serviceWorker' in navigator) || import.meta.env.DEV) return
    try {
      const registration = await navigator.serviceWorker.register('/sw.js')
      this.#look(registration.waiting)
      registration.addEventListener('updatefound', () => {
        const coming = registration.installing
        coming?.addEventListener('statechange', () => {
          if (coming.state === 'installed' && navigator.serviceWorker.controller) this.#look(coming)
        })
      })
    } catch {
      // Without a service worker the page works, but not without a network.
    }
  }

  take(): void {
    navigator.serviceWorker.addEventListener('controllerchange', () => location.reload(), { once: true })
    this.#waiting?.postMessage('take over')
  }

  #look(worker: ServiceWorker | null): void {
    if (!worker) return
    this.#waiting = worker
    this.ready = true
  }
}

export const version = new Version()
