import { afterEach, expect, test } from 'vitest'

import { cacheOwnership } from '#app/lib/owned-course.ts'
import type { OrderSummary } from '#contracts/payments.ts'
import { MAIN_CONTENTS } from '#domain/gating/course-contents.ts'
import { renderElement } from '#tests/setup/render-element.ts'

import { SmsPreferences } from './sms-preferences.tsx'

afterEach(() => localStorage.clear())

const SETTINGS = {
	phone_number: '+12025550123',
	course_progress_notifications: true,
	payment_notifications: true,
	two_factor_enabled: false,
	verified: true,
}

test('the Course Progress switch says if course texts are sent', async () => {
	const session = { access_token: 'x', user: { id: 'ana', email: 'ana@example.com', user_metadata: {} } }
	localStorage.setItem(`sb-${window.location.hostname.split('.')[0]}-auth-token`, JSON.stringify(session))
	const { page, run, leave } = await renderElement(<SmsPreferences userId="ana" settings={SETTINGS} onSaved={() => undefined} />)
	const hint = () => {
		const control = page.querySelector('[role="switch"]')
		return page.querySelector(`[id="${control?.getAttribute('aria-describedby') ?? ''}"]`)?.textContent
	}
	expect(hint()).toContain('Comes with the full course')
	const order = { product: { code: 'course', name: 'Course' }, accessEndsAt: null, paidAt: '2026-02-01T00:00:00Z' } as OrderSummary
	await run(() => cacheOwnership('ana', { orders: [order], entitlements: ['course'], opens: MAIN_CONTENTS, opensForGood: MAIN_CONTENTS }))
	expect(hint()).toContain('At most one digest a day')
	await leave()
})
