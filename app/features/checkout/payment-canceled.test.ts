import { afterEach, expect, test } from 'vitest'

import { readRetryHref, RETRY_LINK_ID, retryScript } from './payment-canceled.tsx'

const PAGES = { course: '/digital-income-mastery', japan: '/offers/japan' }

afterEach(() => {
	document.body.innerHTML = ''
	window.history.replaceState(null, '', '/')
})

test.each([
	['', '/digital-income-mastery'],
	['session_id=cs_1&coupon=LAUNCH1', '/digital-income-mastery?coupon=LAUNCH1#pricing'],
	['offer=japan&coupon=LAUNCH1', '/offers/japan?coupon=LAUNCH1#pricing'],
	['offer=japan', '/offers/japan'],
	['offer=gone&coupon=A%26b%23', '/digital-income-mastery?coupon=A%26b%23#pricing'],
	['offer=constructor', '/digital-income-mastery'],
	['coupon=', '/digital-income-mastery'],
	// The last character, a surrogate pair, crosses the length limit.
	[`coupon=${'x'.repeat(63)}%F0%9F%9A%80`, `/digital-income-mastery?coupon=${'x'.repeat(63)}%EF%BF%BD#pricing`],
	[`coupon=${'x'.repeat(99)}`, `/digital-income-mastery?coupon=${'x'.repeat(64)}#pricing`],
])('the retry link for ?%s leads to %s, before and after hydration', (search, href) => {
	window.history.replaceState(null, '', `/payment-canceled?${search}`)
	document.body.innerHTML = `<a id="${RETRY_LINK_ID}" href="/digital-income-mastery">Try Payment Again</a>`
	window.eval(retryScript(PAGES))
	expect(document.getElementById(RETRY_LINK_ID)?.getAttribute('href')).toBe(href)
	expect(readRetryHref(new URLSearchParams(search), PAGES)).toBe(href)
})
