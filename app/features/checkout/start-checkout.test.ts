import { afterEach, expect, test, vi } from 'vitest'

import { startCheckout } from './enroll-button.tsx'

const order = { productName: 'Digital Income Mastery', couponCode: null }

/** Responds to every request with `answer` and records the requests. */
function serverAnswering(answer: () => Response | Promise<Response>) {
	const asked: { url: string; init: RequestInit & { body: string } }[] = []
	vi.stubGlobal('fetch', async (url: string, init: RequestInit & { body: string }) => {
		asked.push({ url, init })
		return answer()
	})
	return asked
}

afterEach(() => vi.unstubAllGlobals())

test('a guest sends the product name with the publishable key and receives the checkout URL', async () => {
	const asked = serverAnswering(() => Response.json({ url: 'http://launchway.test/checkout/1' }))
	expect(await startCheckout(order)).toEqual({ url: 'http://launchway.test/checkout/1' })
	expect(asked).toHaveLength(1)
	expect(asked[0]).toMatchObject({
		url: '/functions/v1/create-payment',
		init: {
			method: 'POST',
			headers: { 'Content-Type': 'application/json', Authorization: 'Bearer sb_publishable_launchway' },
			body: JSON.stringify({ productName: 'Digital Income Mastery' }),
		},
	})
})

test('an accepted discount code is sent with the order', async () => {
	const asked = serverAnswering(() => Response.json({ url: 'http://launchway.test/checkout/1' }))
	await startCheckout({ ...order, couponCode: 'LAUNCH1' })
	expect(JSON.parse(asked[0]?.init.body ?? '')).toEqual({ productName: 'Digital Income Mastery', couponCode: 'LAUNCH1' })
})

test.each<[string, () => Response, string]>([
	['a refusal with a message', () => Response.json({ error: 'You already own this' }, { status: 409 }), 'You already own this'],
	['a refusal without one', () => Response.json({}, { status: 400 }), 'Function call failed'],
	['a refusal whose message isn’t a string', () => Response.json({ error: { code: 'x' } }, { status: 400 }), 'Function call failed'],
	['a failure that is not JSON', () => new Response('<h1>Bad gateway</h1>', { status: 502 }), 'Function call failed'],
	['a success without a URL', () => Response.json({}), 'No checkout URL received'],
	['a success with an empty URL', () => Response.json({ url: '' }), 'No checkout URL received'],
	['a success that is not JSON', () => new Response('ok'), 'No checkout URL received'],
])('%s becomes an error with its message', async (_case, answer, message) => {
	serverAnswering(answer)
	await expect(startCheckout(order)).rejects.toThrow(message)
})

test('a buyer who already owns the course is sent to it instead of seeing an error', async () => {
	serverAnswering(() => Response.json({ success: false, error: 'You already own it.', code: 'already_owned' }, { status: 409 }))
	expect(await startCheckout(order)).toEqual({ url: '/continue' })
})

test('an unreachable network is an error', async () => {
	serverAnswering(() => Promise.reject(new TypeError('Failed to fetch')))
	await expect(startCheckout(order)).rejects.toThrow('Failed to fetch')
})
