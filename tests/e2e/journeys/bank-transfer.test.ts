import { execFile } from 'node:child_process'
import { promisify } from 'node:util'

import type { OutboxEntry } from '#contracts/outbox.ts'
import { SANDBOX_TOKEN_HEADER } from '#contracts/outbox.ts'
import { expectNoFaultsAnyWidth } from '#tests/e2e/setup/faults.ts'
import { expect, followLink, test } from '#tests/e2e/setup/journey.ts'
import { createOwnServer } from '#tests/e2e/setup/own-server.ts'

const run = promisify(execFile)

const SETTINGS = { BANK_TRANSFER: '1', TRUSTED_PROXY_HOPS: '1' }

const server = createOwnServer(SETTINGS)

// In one worker, because both share the server.
test.describe.configure({ mode: 'default' })
test.beforeAll(() => server.start())
test.afterAll(() => server.remove())

test('a guest orders by bank transfer, the operator marks it as paid, and the buyer gets access and the usual mails', async ({
	browser,
	email,
	extraHTTPHeaders,
}) => {
	const mailOf = async (subject: RegExp): Promise<OutboxEntry> => {
		let found: OutboxEntry | undefined
		await expect
			.poll(async () => {
				const answer = await fetch(`${server.origin}/dev/outbox.json?to=${encodeURIComponent(email)}`, {
					headers: { [SANDBOX_TOKEN_HEADER]: process.env.SANDBOX_TOKEN! },
				})
				found = ((await answer.json()) as OutboxEntry[]).find((entry) => subject.test(entry.subject))
				return found !== undefined
			})
			.toBe(true)
		return found!
	}
	/** Runs the operator's command next to the running server. */
	const orders = (...words: string[]) =>
		run(process.execPath, ['scripts/orders.ts', ...words], {
			env: { ...process.env, ...SETTINGS, DATA_DIR: server.dataDir, LOG_LEVEL: 'error' },
		})
	const context = await browser.newContext({ extraHTTPHeaders: extraHTTPHeaders!, baseURL: server.origin })
	const page = await context.newPage()
	await page.goto('/digital-income-mastery?coupon=LAUNCH1')
	await expect(page.getByText('$37.60').first()).toBeVisible()
	await page.getByRole('button', { name: 'Enroll Today' }).click()

	await expect(page).toHaveURL(/\/orders\/bt_[0-9a-f]{40}$/)
	await expect(page.getByRole('heading', { name: 'Pay by bank transfer' })).toBeVisible()
	await expect(page.getByText('IBAN')).toHaveCount(0)
	await expectNoFaultsAnyWidth(page)
	const place = page.getByRole('button', { name: 'Order and Pay by Bank Transfer' })
	await place.click()
	await expect(page.getByText('Please check this box to place your order.')).toBeVisible()
	await page.getByRole('checkbox').check()
	await place.click()
	await expect(page.getByText('Please enter your email address')).toBeVisible()
	await page.getByLabel('Email').fill(email)
	await place.click()

	const main = page.getByRole('main')
	await expect(main.getByText('$37.60 USD').first()).toBeVisible()
	await expect(page.getByRole('heading', { name: 'Pay by bank transfer' })).toBeFocused()
	const reference = await main.getByText(/^LW-[0-9A-Z]{4}-[0-9A-Z]{4}$/).innerText()
	await expect(main.getByText('XX00 0000 0000 0000 0000')).toBeVisible()
	await expectNoFaultsAnyWidth(page)
	const asked = (await mailOf(/How to pay/)).body
	for (const part of [reference, '$37.60 USD', 'XX00 0000 0000 0000 0000']) expect(asked).toContain(part)

	expect((await orders('list')).stdout).toContain(reference)
	await expect(orders('paid', reference, '37.00', 'USD', '--operator', 'Ada')).rejects.toThrow(/costs \$37\.60/)
	expect((await orders('paid', reference, '37.60', 'USD', '--operator', 'Ada')).stdout).toContain('Marked as paid: order')

	await page.reload()
	await expect(page.getByRole('heading', { level: 1, name: 'Receipt' })).toBeVisible()
	await expect(page.getByRole('heading', { name: 'Pay by bank transfer' })).toHaveCount(0)
	expect((await mailOf(/receipt/i)).body).toContain('$37.60')
	await followLink(page, await mailOf(/access/i))
	await expect(page).toHaveURL(/\/dashboard/)
	await expect(page.getByText('$37.60').first()).toBeVisible()
	await context.close()
})

test('without JavaScript a guest places an order and sees amount, reference and account', async ({ browser, email, extraHTTPHeaders }) => {
	const context = await browser.newContext({ extraHTTPHeaders: extraHTTPHeaders!, baseURL: server.origin, javaScriptEnabled: false })
	const page = await context.newPage()
	await page.goto('/digital-income-mastery')
	await page.getByRole('button', { name: 'Enroll Today' }).click()
	await expect(page).toHaveURL(/\/orders\/bt_[0-9a-f]{40}$/)
	const main = page.getByRole('main')
	const plain = main.locator('noscript')
	// Playwright ignores text inside noscript by default.
	const shows = (text: string | RegExp) => expect(plain).toContainText(text, { useInnerText: true })
	await expect(main.getByText('Loading…')).toBeHidden()
	await expect(plain).not.toContainText('IBAN', { useInnerText: true })
	const place = main.getByRole('button', { name: 'Order and Pay by Bank Transfer' })
	await main.getByLabel('Email').fill(email)
	await place.click()
	await expect(main.getByRole('checkbox')).toBeFocused()
	await shows('Please check this box to place your order.')
	await expect(main.getByLabel('Email')).toHaveValue(email)
	await main.getByRole('checkbox').check()
	await place.click()
	await expect(page).toHaveURL(/\/orders\/bt_[0-9a-f]{40}$/)
	await shows(/LW-[0-9A-Z]{4}-[0-9A-Z]{4}/)
	await shows('XX00 0000 0000 0000 0000')
	await context.close()
})
