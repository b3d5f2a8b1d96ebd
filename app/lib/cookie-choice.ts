import type { VisitReport } from '#contracts/visits.ts'
import type { VisitStep } from '#domain/visits/visit-step.ts'

import { storedWord } from './browser-storage.ts'
import { storageKeys } from './storage-keys.ts'

export type CookieChoice = 'accepted' | 'declined'

/** The visitor's cookie choice. Optional scripts may run only if it is 'accepted'. */
export const cookieChoice = storedWord<CookieChoice>(storageKeys.cookieConsent, ['accepted', 'declined'])

const sent = new Set<VisitStep>()

/**
 * Reports each step once per document; a reload isn't a new visit. Only with consent, without cookie or session, and never with
 * Do Not Track or Global Privacy Control. Kept short, because every page loads it.
 */
export function countStep(step: VisitStep): void {
	const { doNotTrack, globalPrivacyControl } = navigator as { doNotTrack?: unknown; globalPrivacyControl?: unknown }
	if (cookieChoice.read() !== 'accepted' || globalPrivacyControl || doNotTrack === '1' || sent.has(step)) return
	sent.add(step)
	const [opened] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
	if (!opened || (step === 'visit' && opened.type !== 'navigate')) return
	// The URL the document was opened with: client-side navigation may have changed it since.
	const name = new URL(opened.name).searchParams.get('utm_source')?.slice(0, 100)
	const body = JSON.stringify({ step, name, host: document.referrer.split('/')[2]?.slice(0, 253) } satisfies VisitReport)
	const headers = { 'content-type': 'application/json' }
	// keepalive, so that leaving the page doesn't abort the request. Failures are ignored.
	fetch('/api/visits', { method: 'POST', headers, body, credentials: 'omit', keepalive: true, priority: 'low' }).catch(() => undefined)
}
