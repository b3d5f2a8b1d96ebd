import type { VisitReport } from '#contracts/visits.ts'
import type { VisitStep } from '#domain/visits/visit-step.ts'

import { storedOption } from './browser-storage.ts'
import { storageKeys } from './storage-keys.ts'

export type CookieChoice = 'accepted' | 'declined'

/** The visitor's cookie choice. Optional scripts may run only if it is 'accepted'. */
export const cookieChoice = storedOption<CookieChoice>(storageKeys.cookieConsent, ['accepted', 'declined'])

const sent = new Set<VisitStep>()

/**
 * Reports a visitor's step, once per document, so a reload counts only once. Requires consent, and respects Do Not Track and Global Privacy
 * Control. The request has neither cookie nor session. Kept short, because every page loads this code.
 */
export function countStep(step: VisitStep): void {
	const { doNotTrack, globalPrivacyControl } = navigator as { doNotTrack?: unknown; globalPrivacyControl?: unknown }
	if (cookieChoice.read() !== 'accepted' || globalPrivacyControl || doNotTrack === '1' || sent.has(step)) return
	sent.add(step)
	const [opened] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
	if (!opened || (step === 'visit' && opened.type !== 'navigate')) return
	// The URL with which the document was opened; client-side navigation changes the current one.
	const name = new URL(opened.name).searchParams.get('utm_source')?.slice(0, 100)
	const body = JSON.stringify({ step, name, host: document.referrer.split('/')[2]?.slice(0, 253) } satisfies VisitReport)
	const headers = { 'content-type': 'application/json' }
	// keepalive: the request continues after the page is left. Failures are ignored.
	fetch('/api/visits', { method: 'POST', headers, body, credentials: 'omit', keepalive: true, priority: 'low' }).catch(() => undefined)
}
