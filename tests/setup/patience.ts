import { vi } from 'vitest'

/** Maximum wait for an expected event, reached only on failure; a busy machine needs more than the default second. */
const PATIENCE_MS = 90_000

const { waitFor } = vi

vi.waitFor = (callback, options) =>
	waitFor(callback, typeof options === 'number' ? { timeout: options } : { timeout: PATIENCE_MS, ...options })
