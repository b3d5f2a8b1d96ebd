import { setTimeout as pause } from 'node:timers/promises'
import { expect, test } from 'vitest'

import { PUBLISHABLE_KEY } from '#contracts/publishable-key.ts'
import { originOf, publish, saveText } from '#tests/console/edit-content.ts'
import { PRODUCT } from '#tests/factories/checkout.ts'
import { SITE } from '#tests/wire/test-client.ts'

import { type Academy, startAcademy } from './start-academy.ts'

const LESSON = 'course/module-1/lessons/skills-inventory-assessment.md'
/** Enough for two starts while other tests run. */
const LIMIT_MS = 300_000

async function save({ browser }: Academy, file: string, [from, to]: [from: string | RegExp, to: string]) {
	const edited = originOf(file).replace(from, to)
	expect(edited).not.toBe(originOf(file))
	expect((await saveText(browser, file, edited)).to).toContain('content-saved')
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
	'texts, price and name are published during traffic: no request fails, and a buyer pays the price shown',
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
		expect(await publish(academy.browser)).toContain('Published: ')

		// Every page has the change in its next response.
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
		expect(await publish(academy.browser)).toContain('/nowhere is not a page')

		// A release is stored in the database: a killed server serves it again after a restart.
		await academy.kill()
		await academy.startAgain()
		expect([await lesson(), (await academy.textOf('/digital-income-mastery')).includes('$59')]).toEqual([true, true])
		expect((await academy.stop()).code).toBe(0)
	},
)
