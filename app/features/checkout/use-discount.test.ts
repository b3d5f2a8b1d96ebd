import { afterEach, expect, test, vi } from 'vitest'

import { renderHook } from '#tests/setup/render-hook.ts'

import { useDiscount } from './use-discount.ts'

const amounts = { currency: 'usd', subtotalCents: 4700, discountCents: 940, totalCents: 3760 }
const accepts = () => Response.json({ accepted: true, code: 'LAUNCH1', amounts })

/** Opens the offer page's discount field with `?coupon=`. The server answers every request the same way. */
async function openOffer(coupon: string | null, answer: () => Response | Promise<Response>) {
	const asked: unknown[] = []
	vi.stubGlobal('fetch', async (_path: string, init: { body: string }) => {
		asked.push(JSON.parse(init.body))
		return answer()
	})
	const hook = await renderHook(() => useDiscount('Digital Income Mastery', coupon))
	return { asked, hook, apply: (code: string) => hook.run(() => hook.current().apply(code)), discount: () => hook.current().discount }
}

type Hook = Awaited<ReturnType<typeof openOffer>>['hook']

afterEach(() => vi.unstubAllGlobals())

test('a typed code is checked in capitals and applied', async () => {
	const offer = await openOffer(null, accepts)
	await offer.apply(' launch1 ')
	expect(offer.asked).toEqual([{ code: 'LAUNCH1', productName: 'Digital Income Mastery' }])
	expect(offer.discount()).toEqual({ step: 'applied', code: 'LAUNCH1', amounts })
})

test('the code from a link is applied once, and stays removed after the buyer removes it', async () => {
	const offer = await openOffer('LAUNCH1', accepts)
	expect(offer.discount().step).toBe('applied')
	await offer.hook.run(() => offer.hook.current().remove())
	expect([offer.discount(), offer.asked.length]).toEqual([{ step: 'none' }, 1])
})

test('an empty field sends no request', async () => {
	const offer = await openOffer(null, accepts)
	await offer.apply('   ')
	expect([offer.asked, offer.discount()]).toEqual([[], { step: 'none' }])
})

const refusal = (code: string, message: string) => () => Response.json({ error: { code, message, requestId: 'r' } }, { status: 429 })

test.each<[string, () => Response | Promise<Response>, string]>([
	[
		'the server refuses the code',
		() => Response.json({ accepted: false, reason: 'expired', message: 'This code has expired.', amounts }),
		'This code has expired.',
	],
	['the server limits requests', refusal('over_request_rate_limit', 'Too many tries.'), 'Too many tries.'],
	[
		'no answer',
		() => Promise.reject(new TypeError('Failed to fetch')),
		'We couldn’t check this code. Check your connection and try again.',
	],
])('when %s, the field shows the reason', async (_case, answer, message) => {
	const offer = await openOffer(null, answer)
	await offer.apply('OLD')
	expect(offer.discount()).toEqual({ step: 'refused', code: 'OLD', message })
})

test.each([
	['another code is being checked', (hook: Hook) => void hook.current().apply('SECOND'), { step: 'checking', code: 'SECOND' }],
	['the code was removed', (hook: Hook) => hook.current().remove(), { step: 'none' }],
])('an answer is ignored if %s meanwhile', async (_case, change, expected) => {
	const answers: ((answer: Response) => void)[] = []
	const { hook, discount } = await openOffer(null, () => new Promise((resolve) => answers.push(resolve)))
	await hook.run(() => void hook.current().apply('FIRST'))
	await vi.waitFor(() => expect(answers).toHaveLength(1))
	await hook.run(() => change(hook))
	await hook.run(() => answers[0]?.(accepts()))
	expect(discount()).toEqual(expected)
})
