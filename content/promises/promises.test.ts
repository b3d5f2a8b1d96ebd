import { expect, test } from 'vitest'

import { loadedContent } from '#content/loaded.server.ts'
import { currentRefundPolicy } from '#domain/refunds/refund-policy.ts'

import { fillFigures, fillJson } from './promises.ts'

const { offers, fillPromises } = loadedContent

test('a text is filled with the offer’s and refund policy’s figures, and other placeholders stay', () => {
	expect(fillPromises('{price} instead of {regularPrice}; {discountCode} takes {discount} off, {firstName}. {ModulesInWords} weeks.')).toBe(
		'$47 instead of $197; LAUNCH1 takes 20% off, {firstName}. Eight weeks.',
	)
	expect(fillPromises('an introduction of {firstLessonTime}')).toBe('an introduction of 40 minutes')
	expect(fillPromises('{guaranteeDays} days, less than {guaranteeShare}, {refundTime}')).toBe('30 days, less than 20%, 5-10 business days')
})

test('one module is counted in the singular', () => {
	const figures = { courseModulesInWords: 'one', courseModules: '1', modules: '3' }
	const text = '{courseModulesInWords} modules, {courseModules} course modules, {modules} modules, {other} modules'
	expect([fillFigures(text, figures), fillJson(text, figures)]).toEqual(
		Array(2).fill('one module, 1 course module, 3 modules, {other} modules'),
	)
	expect(fillFigures('All {courseModules} modules, the end of all {courseModulesInWords} modules, {courseModules} stations', figures)).toBe(
		'The 1 module, the end of the one module, 1 station',
	)
})

test('the guarantee seal matches the refund policy', () => {
	for (const { guaranteeDays } of offers) expect(guaranteeDays).toBe(currentRefundPolicy.windowDays)
})

test('without a discount code, sentences about one are left out, line by line; hours below one read as minutes', () => {
	const figures = { price: '$47', hours: '20 min' }
	const text = 'Pay {price}. The code {discountCode} takes {discount} off. Really.\n\n{hours} hours of lessons.'
	expect(fillFigures(text, figures)).toBe('Pay $47. Really.\n\n20 minutes of lessons.')
	const json = '{ "note": "Use {discountCode}.", "href": "/offer?coupon={discountCode}", "text": "Say \\"hi\\". Use {discountCode}." }'
	expect(fillJson(json, figures)).toBe('{ "note": "", "href": "/offer", "text": "Say \\"hi\\"." }')
	const lines = 'Keep this.\n\nUse {discountCode}.'
	expect(JSON.parse(fillJson(JSON.stringify({ lines }), figures))).toEqual({ lines: 'Keep this.\n\n' })
})
