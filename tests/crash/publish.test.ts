import { readFileSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { expect, test } from 'vitest'

import { PUBLISHABLE_KEY } from '#contracts/publishable-key.ts'
import { appoint } from '#server/console/shell/role.ts'
import { createLogger } from '#server/kernel/logger.ts'
import { withOperator } from '#server/process/open-operator.ts'
import type { ServiceContext } from '#server/services/context.ts'
import { createAccount } from '#server/services/operations/accounts/create-account.ts'
import { consoleBrowser } from '#tests/console/open-console.ts'
import { PRODUCT } from '#tests/factories/checkout.ts'
import { makeCluster } from '#tests/setup/embedded-dir.ts'
import { findFreePort, spawnServer } from '#tests/setup/server-process.ts'
import { GOOD_PASSWORD, SITE } from '#tests/wire/test-client.ts'

const EMAIL = 'operator@academy.test'
const LESSON = 'course/module-1/lessons/skills-inventory-assessment.md'
/** Two starts, while other tests run. */
const LIMIT_MS = 300_000

const originOf = (file: string) => readFileSync(path.join('content', file), 'utf8')

/** A separate server, and what asks it. */
async function startAcademy() {
	const port = await findFreePort()
	const env = { PORT: String(port), DATA_DIR: await makeCluster(), GOTRUE_SITE_URL: SITE }
	const server = spawnServer(env)
	await server.ready
	const ask = (request: Request) => {
		const { pathname, search } = new URL(request.url)
		return fetch(new Request(`http://127.0.0.1:${port}${pathname}${search}`, new Request(request, { redirect: 'manual' })))
	}
	const inside = <T>(work: (ctx: ServiceContext) => Promise<T>) =>
		withOperator(
			{ ...env, NODE_ENV: 'test' },
			createLogger('error', () => {}),
			work,
		)
	await inside(async (ctx) => {
		await createAccount(ctx, { email: EMAIL, password: GOOD_PASSWORD, email_confirm: true })
		await appoint(ctx, { email: EMAIL, role: 'operator' })
	})
	const browser = consoleBrowser({ app: { request: ask } as never, clock: { now: () => new Date() } as never })
	await browser.post('/admin/sign-in', { email: EMAIL, password: GOOD_PASSWORD })
	await browser.get('/admin/second-factor')
	expect((await browser.post('/admin/second-factor', { code: browser.code() })).status).toBe(303)
	const textOf = async (address: string) => (await ask(new Request(new URL(address, SITE)))).text()
	return { env, server, ask, inside, browser, textOf }
}

type Academy = Awaited<ReturnType<typeof startAcademy>>

async function save({ browser }: Academy, file: string, [from, to]: [from: string | RegExp, to: string]) {
	const { text } = await browser.get(`/admin/content/file?path=${encodeURIComponent(file)}&as=text`)
	const base = /name="base" value="([^"]*)"/.exec(text)?.[1] ?? ''
	const edited = originOf(file).replace(from, to)
	expect(edited).not.toBe(originOf(file))
	const saved = await browser.post('/admin/content/file', { path: file, as: 'text', base, text: edited, do: 'save' })
	expect(saved.to).toContain('content-saved')
}

/** Presses Publish. @returns the page that it leads to, or the form with why it was refused */
async function publish({ browser }: Academy): Promise<string> {
	const answer = await browser.post('/admin/content/publish', {
		form_id: '-admin-content-publish',
		form_page: '/admin/content/publish',
	})
	return answer.status === 303 ? (await browser.get(answer.to)).text : answer.text
}

async function buy({ ask }: Academy) {
	const headers = { 'content-type': 'application/json', apikey: PUBLISHABLE_KEY, authorization: `Bearer ${PUBLISHABLE_KEY}` }
	const body = JSON.stringify({ productName: PRODUCT })
	const answer = await ask(new Request(new URL('/functions/v1/create-payment', SITE), { method: 'POST', headers, body }))
	const { url } = (await answer.json()) as { url: string }
	return async () => {
		const page = await ask(new Request(url))
		const text = await page.text()
		const csrf = /name="csrf" value="([^"]+)"/.exec(text)?.[1] ?? ''
		const form = {
			action: 'pay',
			csrf,
			email: 'ada@example.com',
			number: '4242 4242 4242 4242',
			expiry: '12/34',
			cvc: '123',
			name: 'Ada',
			terms: 'accepted',
		}
		const paid = await ask(
			new Request(url, {
				method: 'POST',
				headers: { 'content-type': 'application/x-www-form-urlencoded', cookie: page.headers.get('set-cookie')?.split(';')[0] ?? '' },
				body: new URLSearchParams(form).toString(),
			}),
		)
		return { text, status: paid.status }
	}
}

test(
	'texts, price and name are published while people use the site: no request is refused, and a buyer pays what was shown',
	{ timeout: LIMIT_MS },
	async () => {
		const academy = await startAcademy()
		const pay = await buy(academy)
		const lesson = async () =>
			(await academy.textOf('/api/course/modules/1/lessons/skills-inventory-assessment')).includes('The Inventory Edited')

		await save(academy, LESSON, [/^title: .*$/m, 'title: The Inventory Edited'])
		await save(academy, 'offers.json', ['"amountCents": 4700', '"amountCents": 5900'])
		await save(academy, 'site.json', ['"name": "Launchway"', '"name": "Harbor"'])
		await save(academy, 'brand.json', ['"accent": "#cc3b14"', '"accent": "#1d4ed8"'])
		let isOver = false
		const failures: unknown[] = []
		const visitor = async () => {
			while (!isOver) {
				await academy.textOf('/readyz').catch((error: unknown) => failures.push(error))
				await pause(20)
			}
		}
		const visitors = [visitor(), visitor()]
		expect(await publish(academy)).toContain('Published: ')

		// The next answer has it, on every page.
		const page = await academy.textOf('/digital-income-mastery')
		const isNew = page.includes('$59') && !page.includes('$47') && page.includes('Harbor') && page.includes('--accent:#1d4ed8')
		expect([await lesson(), isNew]).toEqual([true, true])
		isOver = true
		await Promise.all(visitors)
		expect(failures).toEqual([])
		expect((await academy.browser.get('/admin/today')).text).toContain('Harbor console')

		const paid = await pay()
		expect([paid.text.includes('$47'), paid.text.includes('$59'), paid.status]).toEqual([true, false, 303])
		await expect
			.poll(() => academy.inside((ctx) => ctx.db.selectFrom('orders').select(['status', 'total_cents']).execute()), { timeout: 20_000 })
			.toEqual([{ status: 'paid', total_cents: 4700 }])
		expect((await (await buy(academy))()).text).toContain('$59')

		// A refused publication changes nothing.
		await save(academy, 'marketing/home.json', [/"href": ".*?"/, '"href": "/nowhere"'])
		expect(await publish(academy)).toContain('/nowhere is no page')

		// A release is a row: a server that is killed serves it again.
		await academy.server.end('SIGKILL')
		const again = spawnServer(academy.env)
		await again.ready
		expect([await lesson(), (await academy.textOf('/digital-income-mastery')).includes('$59')]).toEqual([true, true])
		expect((await again.end('SIGTERM')).code).toBe(0)
	},
)
