import { afterEach, expect, test } from 'vitest'

import { setUrlToShownPage } from './start-at-shown-page.ts'

const ORDER = '/admin/orders/018f0000-0000-7000-8000-000000000000'

afterEach(() => {
	document.body.innerHTML = ''
	window.history.replaceState(null, '', '/')
})

test.each([
	{ at: `${ORDER}/evidence`, page: ORDER, starts: ORDER },
	{ at: `${ORDER}?notice=x#end`, page: `${ORDER}?notice=x`, starts: `${ORDER}?notice=x#end` },
	{ at: '/admin/orders', page: null, starts: '/admin/orders' },
])('opened at $at with the form of page $page, the console starts at $starts', ({ at, page, starts }) => {
	window.history.replaceState(null, '', at)
	if (page !== null) document.body.innerHTML = `<form><input type="hidden" name="form_page" value="${page}"></form>`
	setUrlToShownPage()
	expect(window.location.pathname + window.location.search + window.location.hash).toBe(starts)
})
