import { vi } from 'vitest'

/** Longest wait for something that must happen. Only a failure takes this long; a busy machine needs more than the default of a second. */
const PATIENCE_MS = 90_000

const { waitFor } = vi

vi.waitFor = (callback, options) =>
	waitFor(callback, typeof options === 'number' ? { timeout: options } : { timeout: PATIENCE_MS, ...options })
