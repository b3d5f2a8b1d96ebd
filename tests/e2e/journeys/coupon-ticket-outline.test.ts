import type { Page } from '@playwright/test'

import type { OutboxEntry } from '#contracts/outbox.ts'
import { expectNoFaultsAnyWidth } from '#tests/e2e/setup/faults.ts'
import { enterConsole, inDatabase } from '#tests/e2e/setup/fill-console.ts'
import { expect, test } from '#tests/e2e/setup/journey.ts'
import { createOwnServer, OWN_ORIGIN, type OwnServer } from '#tests/e2e/setup/own-server.ts'

test.use({ baseURL: OWN_ORIGIN, extraHTTPHeaders: {} })

/** A new coupon works at once, and its page lists the order. */
async function sellsWithACoupon(page: Page, visitor: Page): Promise<void> {
	await page.goto('/admin/coupons/new-coupon')
	await page.getByLabel('Code').fill('partner10')
	await page.getByLabel('Discount').selectOption('amount')
	await page.getByLabel('Amount').fill('46.50')
	await page.getByLabel('Total uses').fill('5')
	await page.getByRole('button', { name: 'Create coupon' }).click()
	await expect(page.getByText('$47.00 becomes $0.50')).toBeVisible()
	await page.getByLabel('Amount').fill('10.00')
	await page.getByRole('button', { name: 'Create coupon' }).click()
	await expect(page.getByRole('heading', { name: 'PARTNER10' })).toBeVisible()

	await visitor.goto('/digital-income-mastery?coupon=PARTNER10')
	await visitor.getByRole('button', { name: 'Enroll Today' }).click()
	await expect(visitor).toHaveURL(/\/sandbox\/checkout\//)
	await visitor.getByLabel(/e-?mail/i).fill('partner@example.com')
	await visitor.getByLabel(/^Card .*number$/).fill('4242 4242 4242 4242')
	await visitor.getByLabel('Expiry date').fill('12 / 34')
	await visitor.getByLabel('Security code').fill('123')
	await visitor.getByRole('checkbox').check()
	await visitor.getByRole('button', { name: 'Pay $37.00' }).click()
	await expect(visitor.getByRole('heading', { name: 'Payment Successful' })).toBeVisible()
	await page.reload()
	await expect(page.getByRole('row', { name: /partner@example\.com.*\$37\.00/ })).toBeVisible()
	await page.getByRole('button', { name: 'End coupon' }).click()
	await page.getByRole('dialog').getByRole('button', { name: 'End coupon' }).click()
	await expect(page.getByRole('button', { name: 'Turn on again' })).toBeVisible()
}

/** An operator answers a ticket, the visitor replies through the emailed link, and the operator answers again. */
async function answersAThread(page: Page, visitor: Page, origin: string): Promise<void> {
	const letter = {
		name: 'Ana',
		email: 'ana@example.com',
		subject: 'Where is the sheet?',
		message: 'I cannot find it.',
		category: 'general',
	}
	expect((await visitor.request.post('/api/support/contact', { data: letter })).ok()).toBe(true)
	await page.goto('/admin/tickets')
	await page.getByRole('link', { name: letter.subject }).click()
	await page.getByLabel('Your answer').fill('It is below the text.')
	await page.getByRole('button', { name: 'Send answer' }).click()
	await expect(page.getByText('Answer sent. Sandbox: no email left this server.')).toBeVisible()
	await expect(page.getByRole('link', { name: 'See it in the outbox' })).toHaveAttribute('href', '/dev/outbox')
	const [toast, field] = [await page.locator('[data-toast]').boundingBox(), await page.getByLabel('Another answer').boundingBox()]
	expect(toast?.x).toBeGreaterThan((field?.x ?? Infinity) + (field?.width ?? 0))
	await page.locator('summary', { hasText: 'Add an internal note' }).click()
	await page.getByLabel('Note').fill('Third question about it')
	await page.getByRole('button', { name: 'Add note' }).click()
	await expect(page.getByText('Note added.')).toBeVisible()
	await expectNoFaultsAnyWidth(page)

	const readLink = async () => {
		const mails = (await (await fetch(`${origin}/dev/outbox.json?to=${letter.email}`)).json()) as OutboxEntry[]
		return mails.map(({ body }) => /\/requests\/\S+/.exec(body)?.[0]).find((found) => found !== undefined)
	}
	await expect.poll(readLink).toBeTruthy()
	await visitor.goto((await readLink()) ?? '')
	await expect(visitor.getByText('It is below the text.')).toBeVisible()
	await expect(visitor.getByText('Third question about it')).toHaveCount(0)
	await visitor.getByLabel('Your reply').fill('Found it, thank you!')
	await visitor.getByRole('button', { name: 'Send reply' }).click()
	await expect(visitor.getByText('We got your reply.')).toBeVisible()
	await page.reload()
	await expect(page.getByText('Found it, thank you!')).toBeVisible()
}

/**
 * Closes a ticket: the page shows it at once, and Undo reopens it. Without a connection, the ticket stays open and the page says
 * why.
 */
async function closesAtOnce(page: Page): Promise<void> {
	const state = page.locator('main dl').getByText(/^(?:open|closed)$/)
	const toast = page.locator('.notice')
	const close = page.getByRole('button', { name: /^Close/ })
	await expect(state).toHaveText('open')
	let answer = () => {}
	const answered = new Promise<void>((resolve) => (answer = resolve))
	const CLOSE = '**/close.data*'
	await page.route(CLOSE, (route) => route.abort())
	await close.click()
	await expect(page.getByRole('alert')).toContainText('We couldn’t reach the server.')
	await expect(state).toHaveText('open')
	await page.unroute(CLOSE)
	await page.route(CLOSE, async (route) => {
		await answered
		await route.continue()
	})
	await close.click()
	await expect(state).toHaveText('closed')
	await expect(toast).toHaveText('Ticket closed. No email was sent.')
	answer()
	await toast.getByRole('button', { name: 'Undo' }).click()
	await expect(toast).toContainText('Undone.')
	await expect(state).toHaveText('open')
	await page.unroute(CLOSE)
	await expectNoFaultsAnyWidth(page)
}

/** Writes an email. The preview shows the text even if the text is ready before the frame. What is typed during a save is saved, too. */
async function savesAnEmail(page: Page): Promise<void> {
	const errors: string[] = []
	page.on('console', (message) => void (message.type() === 'error' && errors.push(message.text())))
	const PREVIEW = /\/newsletter\/new\/preview$/
	const answered = page.waitForResponse(
		async (response) => PREVIEW.test(response.url()) && response.request().method() === 'POST' && (await response.text()).includes('Hello'),
	)
	await page.route(PREVIEW, async (route) => {
		if (route.request().method() === 'GET') await answered
		await route.continue()
	})
	// Don't wait for the load event, which the held frame delays.
	await page.goto('/admin/newsletter/new', { waitUntil: 'commit' })
	await expect(page.getByRole('button', { name: 'Save draft' })).toBeVisible()
	await page.getByRole('button', { name: 'Send…' }).click()
	await expect(page.getByText('Enter a subject first.')).toBeVisible()
	await expect(page.getByLabel('Subject')).toBeFocused()
	await page.getByLabel('Subject').fill('June')
	const hint = page.getByText('Type / to add a heading')
	await expect(hint).toBeVisible()
	await page.locator('.ProseMirror').fill('Hello')
	await expect(hint).toHaveCount(0)
	await expect(page.frameLocator('iframe[title="Live preview"]').getByText('Hello')).toBeVisible()
	expect(errors).toEqual([])
	await page.unroute(PREVIEW)
	// A new email is saved as a draft as soon as something is typed.
	await expect(page.getByText('Saved as a draft')).toBeVisible()
	await expect(page.getByRole('heading', { name: 'June' })).toBeVisible()
	await expect(page.locator('.ProseMirror')).toBeFocused()
	await page.reload()
	const subject = page.getByLabel('Subject')
	await expect(subject).toHaveValue('June')
	await expect(page.locator('.ProseMirror')).toHaveText('Hello')
	let answer = () => {}
	const isReady = new Promise<void>((resolve) => (answer = resolve))
	const SAVE = /\/admin\/newsletter\/[^/]+\/autosave$/
	await page.route(SAVE, async (route) => {
		if (route.request().method() === 'POST') await isReady
		await route.continue()
	})
	await subject.fill('July')
	await page.getByRole('button', { name: 'Save draft' }).click()
	await expect(page.getByText('Saving…')).toBeVisible()
	await subject.fill('August')
	answer()
	await expect(page.getByRole('heading', { name: 'August' })).toBeVisible()
	await expect(page.getByText('Saved as a draft')).toBeVisible()
	await expect(subject).toHaveValue('August')
	await page.unroute(SAVE)
}

const addSubscriber = (server: OwnServer) =>
	inDatabase(server, ({ db, now }) =>
		db
			.insertInto('newsletter_subscriptions')
			.values({
				email: 'bo@example.com',
				source: 'blog',
				status: 'confirmed',
				covers_newsletters: true,
				requested_at: now(),
				confirmed_at: now(),
			})
			.execute(),
	)

/** Moves one lesson by dragging and another by keyboard; Undo restores the order. */
async function ordersLessons(page: Page): Promise<void> {
	await page.goto('/admin/course')
	const list = page.getByRole('list', { name: 'Lessons of Building Your First Income Stream' })
	await page.getByRole('button', { name: 'Lessons of Building Your First Income Stream' }).click()
	const titles = list.locator('.outline-title')
	const before = await titles.allTextContents()
	await expect(list.getByRole('button', { name: `Drag ${before[0]}` })).toBeVisible()
	await list.getByRole('button', { name: `Drag ${before[0]}` }).focus()
	await page.keyboard.press('Space')
	await expect(page.getByText(`${before[0]} is at place 1`)).toBeAttached()
	await page.keyboard.press('ArrowDown')
	await expect(page.getByText(`${before[0]} is at place 2`)).toBeAttached()
	await page.keyboard.press('Space')
	await expect(titles.nth(1)).toHaveText(before[0] ?? '')
	await expect(page.getByText('Saved as a draft.')).toBeVisible()

	const saved = page.url()
	const [from, to] = [list.getByRole('button', { name: `Drag ${before[3]}` }), list.getByRole('button', { name: `Drag ${before[4]}` })]
	await list.evaluate((element) => element.scrollIntoView({ block: 'center' }))
	const [start, end] = [await from.boundingBox(), await to.boundingBox()]
	if (!start || !end) throw new Error('the handles are not shown')
	await page.mouse.move(start.x + start.width / 2, start.y + start.height / 2)
	await page.mouse.down()
	await page.mouse.move(end.x + end.width / 2, end.y + end.height / 2 + 4, { steps: 8 })
	await page.mouse.up()
	await expect(titles.nth(4)).toHaveText(before[3] ?? '')
	// Undo applies to the last change once it is saved.
	await expect(page).not.toHaveURL(saved)
	await page.getByRole('button', { name: 'Undo' }).click()
	await expect(titles.nth(3)).toHaveText(before[3] ?? '')
	await expect(titles.nth(1)).toHaveText(before[0] ?? '')
}

test('an operator sells with a coupon, answers a ticket, writes an email, and reorders lessons by dragging', async ({ browser }) => {
	const server = createOwnServer()
	try {
		await server.start()
		const page = await (await browser.newContext()).newPage()
		const visitor = await (await browser.newContext()).newPage()
		await enterConsole(page.context(), server)
		await test.step('coupon', () => sellsWithACoupon(page, visitor))
		await test.step('ticket', () => answersAThread(page, visitor, server.origin))
		await test.step('close and undo', () => closesAtOnce(page))
		await addSubscriber(server)
		await test.step('email', () => savesAnEmail(page))
		await test.step('outline', () => ordersLessons(page))
	} finally {
		await server.remove()
	}
})
