import type { VisitReport } from '#contracts/visits.ts'
import type { VisitStep } from '#domain/visits/visit-step.ts'

import { cookieChoice } from './cookie-choice.ts'

const sent = new Set<VisitStep>()

/**
 * Reports a step of a visit to the server, once per document: only with the visitor's consent, without a cookie or session, and never with
 * do-not-track. Reloading and going back don't count. Short, because every page carries it.
 */
export function countStep(step: VisitStep): void {
	const { doNotTrack, globalPrivacyControl } = navigator as { doNotTrack?: unknown; globalPrivacyControl?: unknown }
	if (cookieChoice.read() !== 'accepted' || globalPrivacyControl || doNotTrack === '1' || sent.has(step)) return
	sent.add(step)
	const [opened] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
	if (!opened || (step === 'visit' && opened.type !== 'navigate')) return
	// As the document was opened: the address may have changed since.
	const name = new URL(opened.name).searchParams.get('utm_source')?.slice(0, 100)
	const body = JSON.stringify({ step, name, host: document.referrer.split('/')[2]?.slice(0, 253) } satisfies VisitReport)
	const headers = { 'content-type': 'application/json' }
	// The next page must not end it, and a visitor without a connection is not counted.
	fetch('/api/visits', { method: 'POST', headers, body, credentials: 'omit', keepalive: true, priority: 'low' }).catch(() => undefined)
}
