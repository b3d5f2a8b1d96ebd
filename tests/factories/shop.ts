import { Hono } from 'hono'
import { expect, vi } from 'vitest'

import type { CreatePaymentAnswer } from '#contracts/payments.ts'
import { createDiscountsApi, createInvoicesApi, createOrdersApi } from '#server/http/api/commerce.ts'
import { apiErrors } from '#server/http/api/middleware.ts'
import type { HttpEnv } from '#server/http/environment.ts'
import { createPageForms } from '#server/http/forms/router.ts'
import { createFunctionsV1 } from '#server/http/functions-v1/router.ts'
import { createFormLimits } from '#server/http/limits.ts'
import { requestContext } from '#server/http/request-context.ts'
import { createSandboxCheckout } from '#server/http/sandbox/checkout.ts'
import { createSandboxPanel } from '#server/http/sandbox/panel.ts'
import { noStoreByDefault } from '#server/http/security-headers.ts'
import { createPaymentWebhookRoutes } from '#server/http/webhooks/webhooks.ts'
import type { PostWebhook } from '#server/sandbox/stripe/deliver-event.ts'
import type { Deps } from '#server/services/context.ts'
import { makeTestDeps, type TestDeps } from '#tests/setup/test-deps.ts'

import { listUndelivered, PRODUCT } from './checkout.ts'

type Answer = { status: number; text: string; location: string | null; headers: Headers }

/** Minimal cookie jar for the shop's two cookies. */
class CookieJar {
	readonly #cookies = new Map<string, string>()

	keep(response: Response): void {
		for (const line of response.headers.getSetCookie()) {
			const [pair = ''] = line.split(';')
			const at = pair.indexOf('=')
			this.#cookies.set(pair.slice(0, at), pair.slice(at + 1))
		}
	}

	header(): Record<string, string> {
		return { cookie: [...this.#cookies].map(([name, value]) => `${name}=${value}`).join('; ') }
	}
}

/** Counts the events that were never sent, apart from the known ones. */
async function countUntried({ db }: Pick<Deps, 'db'>, known: readonly string[]): Promise<number> {
	const untried = await db
		.selectFrom('sandbox_stripe.events')
		.select('id')
		.where('attempts', '=', 0)
		.where('delivered_at', 'is', null)
		.execute()
	return untried.filter(({ id }) => !known.includes(id)).length
}

/**
 * Opens the payment surfaces on a separate database, with one browser. Webhooks go through the app's own fetch, or through
 * `post` if a test drops or repeats them.
 */
export async function openShop(options: { post?: PostWebhook; made?: TestDeps } = {}) {
	const made = options.made ?? (await makeTestDeps())
	const { deps } = made
	const app = new Hono<HttpEnv>().onError(apiErrors)
	const post: PostWebhook = options.post ?? ((request) => app.fetch(request))
	app.use(requestContext(deps))
	app.use('/api/*', noStoreByDefault)
	app.route('/functions/v1', createFunctionsV1(createFormLimits()))
	app.route('/', createPageForms(createFormLimits()))
	app.route('/webhooks', createPaymentWebhookRoutes(deps))
	app.route('/api/orders', createOrdersApi())
	app.route('/api/orders', createInvoicesApi())
	app.route('/api/discounts', createDiscountsApi())
	app.route('/sandbox/payments', createSandboxPanel(deps, post))
	app.route('/sandbox', createSandboxCheckout(deps, post))
	const jar = new CookieJar()

	async function request(url: string, init: RequestInit = {}): Promise<Answer> {
		const response = await app.request(url, { ...init, headers: { ...jar.header(), ...(init.headers as Record<string, string>) } })
		jar.keep(response)
		return { status: response.status, text: await response.text(), location: response.headers.get('location'), headers: response.headers }
	}

	const postJson = (url: string, body: unknown, headers: Record<string, string> = {}) =>
		request(url, { method: 'POST', headers: { 'content-type': 'application/json', ...headers }, body: JSON.stringify(body) })

	return {
		...made,
		app,
		request,
		postJson,
		open: (url: string) => request(url),
		/** Clicks the purchase button and expects a redirect. */
		async createPayment(input: { couponCode?: string; email?: string; productName?: string } = {}, headers = {}): Promise<{ url: string }> {
			const answer = await postJson('/functions/v1/create-payment', { productName: PRODUCT, ...input }, headers)
			const body = JSON.parse(answer.text) as CreatePaymentAnswer
			if ('error' in body) throw new Error(`create-payment refused: ${body.error}`)
			return body
		},
		/** Clicks a button of the checkout page, with the fields filled in. */
		async press(url: string, action: string, fields: Record<string, string> = {}): Promise<Answer> {
			const page = await request(url)
			const csrf = /name="csrf" value="([^"]+)"/.exec(page.text)?.[1] ?? ''
			const known = await listUndelivered(deps)
			const answer = await request(url, {
				method: 'POST',
				headers: { 'content-type': 'application/x-www-form-urlencoded' },
				body: new URLSearchParams({ csrf, action, ...fields }).toString(),
			})
			// The page waits for a limited time only, which a busy machine may exceed.
			await vi.waitFor(async () => expect(await countUntried(deps, known)).toBe(0))
			return answer
		},
		status: async (sessionId: string) => JSON.parse((await request(`/api/orders/by-session/${sessionId}`)).text) as { status: string },
	}
}

export const GOOD_FIELDS = { email: 'ada@example.com', number: '4242 4242 4242 4242', expiry: '12 / 34', cvc: '123', terms: 'accepted' }
