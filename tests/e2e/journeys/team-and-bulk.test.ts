import type { Browser, Page } from '@playwright/test'
import { sql } from 'kysely'
import { TOTP } from 'otpauth'

import { expectNoFaults, expectNoFaultsAnyWidth } from '#tests/e2e/setup/faults.ts'
import { inDatabase, openFilledConsole } from '#tests/e2e/setup/fill-console.ts'
import { expect, test } from '#tests/e2e/setup/journey.ts'
import { textOutOfSight } from '#tests/e2e/setup/layout.ts'
import { mailOf } from '#tests/e2e/setup/open-console.ts'
import { createOwnServer, OWN_ORIGIN, type OwnServer } from '#tests/e2e/setup/own-server.ts'
import { isLong } from '#tests/setup/long-tests.ts'

const COLLEAGUE = 'colleague@academy.test'
const PASSWORD = 'orange-lamp-river'
/** Every fifth learner has written, and two thirds of those were answered. */
const LEARNERS = isLong ? 8000 : 400

test.use({ baseURL: OWN_ORIGIN, extraHTTPHeaders: {}, contextOptions: { reducedMotion: 'reduce' } })

const reasonFor = (page: Page, button: string) => page.locator('form', { has: page.getByRole('button', { name: button, exact: true }) })

/** Invites a colleague, who opens Today on a phone. */
async function invites(operator: Page, phone: Page, server: OwnServer): Promise<void> {
	await operator.goto('/admin/settings/team')
	await operator.getByRole('button', { name: 'Invite someone' }).click()
	const form = reasonFor(operator, 'Send invitation')
	await form.getByLabel('Email').fill(COLLEAGUE)
	await form.getByLabel('Reason').fill('New colleague')
	await form.getByRole('button', { name: 'Send invitation' }).click()
	// Check the URL, because the notice's text depends on whether email is set up.
	await expect(operator).toHaveURL(/notice=invitation-sent/)
	const row = operator.getByRole('table', { name: 'People' }).getByRole('row', { name: COLLEAGUE })
	await expect(row).toContainText('invited')

	const { body } = await mailOf(server.origin, COLLEAGUE)
	await phone.goto(/\/admin\/invitation\S+/.exec(body)?.[0] ?? '')
	await phone.getByLabel('Choose a password').fill(PASSWORD)
	await phone.getByRole('button', { name: 'Join the team' }).click()
	await expect(phone.getByRole('heading', { name: 'Set up your second factor' })).toBeVisible()
	const secret = (await phone.locator('code').textContent()) ?? ''
	await phone.getByLabel('Code').fill(new TOTP({ secret }).generate())
	await phone.keyboard.press('Enter')
	await expect(phone.getByLabel('Recovery codes')).toHaveValue(/^(?:\S+\n){9}\S+$/)
	await phone.getByRole('link', { name: 'I have saved them' }).click()
	await expect(phone.getByRole('heading', { name: 'Today', level: 1 })).toBeVisible()
	await expect(phone.getByRole('link', { name: 'Settings' })).toHaveCount(0)
	await operator.reload()
	await expect(row).toContainText('active')
	await expect(operator.getByText('invited', { exact: true })).toHaveCount(0)
}

/** Expects the page to stay in place once its script runs: a click at that moment would miss. */
async function expectNoShift(page: Page): Promise<void> {
	const readTop = async () => (await page.getByRole('heading', { level: 1 }).boundingBox())?.y
	await page.route('**/*.js', (route) => route.abort())
	await page.goto('/admin/orders')
	const first = await readTop()
	await page.unroute('**/*.js')
	await page.goto('/admin/orders')
	await expect(page.getByRole('button', { name: 'Search', exact: true }).first()).toHaveAttribute('aria-haspopup', 'dialog')
	expect(await readTop()).toBe(first)
}

/** Saves a filter, a sort order and fewer columns as a view, which is still there after a visit elsewhere. */
async function savesAView(phone: Page): Promise<void> {
	await expectNoShift(phone)
	await phone.goto('/admin/orders?state=refunded&sort=-total')
	await phone.locator('summary', { hasText: 'More' }).click()
	await phone.locator('summary', { hasText: 'Views' }).click()
	await phone.getByLabel('View name').fill('Sent back')
	await phone.getByRole('button', { name: 'Save view' }).click()
	const views = phone.getByRole('navigation', { name: 'Views' })
	await expect(views.getByRole('link', { name: 'Sent back' })).toBeVisible()
	await expectNoFaults(phone)
	expect(await textOutOfSight(phone)).toEqual([])
	await phone.goto('/admin/orders')
	await views.getByRole('link', { name: 'Sent back' }).click()
	await expect(phone).toHaveURL(/state=refunded/)
	await expect(views.getByRole('link', { name: 'Sent back' })).toHaveAttribute('aria-current', 'page')
	await expect(phone.getByRole('search', { name: 'Orders' }).getByLabel('Status')).toHaveValue('refunded')
}

/** Locks the rows of a bulk action after a position, like another transaction that changes them. */
const holdRowsAfter = (server: OwnServer, place: number) =>
	inDatabase(server, async ({ db }) => {
		await sql`create or replace function hold_row() returns trigger language plpgsql as ${sql.raw(
			`$$ begin if new.place > ${place} then raise exception 'held' using errcode = 'lock_not_available'; end if; return new; end $$`,
		)}`.execute(db)
		await sql`create or replace trigger hold_row before update on bulk_rows for each row execute function hold_row()`.execute(db)
	})
const letRowsGo = (server: OwnServer) => inDatabase(server, ({ db }) => sql`drop trigger hold_row on bulk_rows`.execute(db))

/** Returns the number of rows done; NaN while the page doesn't show it. */
const progress = async (page: Page) => {
	const [words = ''] = await page
		.getByRole('status')
		.filter({ hasText: / of [\d,]+ tickets?/ })
		.allTextContents()
	return Number(/([\d,]+) of/.exec(words)?.[1]?.replace(',', ''))
}
const expectProgress = (page: Page) => expect.poll(() => progress(page), { timeout: 120_000 })

/**
 * Previews and runs a bulk action; the long tests use a thousand rows, kill the server, and then resume, cancel and continue.
 */
async function closesTickets(page: Page, server: OwnServer): Promise<void> {
	await page.goto('/admin/tickets?state=answered')
	await expect(page.getByRole('button', { name: 'Preview' })).toBeHidden()
	await page
		.getByRole('checkbox', { name: /^Select / })
		.first()
		.check()
	await expect(page.getByText('1 selected')).toBeVisible()
	await page.getByLabel('Bulk action').selectOption('Close')
	await page.getByLabel('Select all that match, on every page').check()
	await page.getByRole('button', { name: 'Preview' }).click()
	await expect(page.getByText('Nothing has changed yet.')).toBeVisible()
	const total = Number(/will apply to ([\d,]+) tickets/.exec((await page.getByRole('main').textContent()) ?? '')?.[1]?.replace(',', ''))
	expect(total).toBeGreaterThan(isLong ? 1000 : 40)
	const address = page.url()
	const job = new URL(address).pathname.split('/').at(-1) ?? ''
	const outcomes = async () => {
		const lines = (await (await page.request.get(`/admin/bulk/${job}/result.csv`)).text()).trimEnd().split('\r\n').slice(1)
		const count = (outcome: string) => lines.filter((line) => line.split(',')[3] === outcome).length
		return { done: count('done'), 'not done': count('not done'), all: lines.length }
	}

	const start = page.getByRole('button', { name: /^Close: [\d,]+ tickets$/ })
	async function isInterrupted(): Promise<void> {
		await holdRowsAfter(server, 300)
		await start.click()
		await expectProgress(page).toBeGreaterThan(0)
		await server.kill()
		await server.start()
		await page.goto(address)
		await expectProgress(page).toBe(300)
		await holdRowsAfter(server, 600)
		await expectProgress(page).toBe(600)
		await page.getByRole('button', { name: 'Cancel the rest' }).click()
		await expect(page.getByText(`Canceled: ${(total - 600).toLocaleString('en-US')} tickets left unchanged.`)).toBeVisible()
		expect(await outcomes()).toEqual({ done: 600, 'not done': total - 600, all: total })
		await expectNoFaultsAnyWidth(page)

		await letRowsGo(server)
		await page.getByRole('button', { name: /^Continue with the remaining [\d,]+ tickets?$/ }).click()
	}
	if (isLong) await isInterrupted()
	else await start.click()
	await expectProgress(page).toBe(total)
	await expect(page.getByText('done', { exact: true })).toBeVisible()
	expect(await outcomes()).toEqual({ done: total, 'not done': 0, all: total })
	await page.goto('/admin/tickets?state=answered')
	await expect(page.locator('tbody tr')).toHaveCount(0)
}

async function endsAccess(operator: Page, phone: Page): Promise<void> {
	await operator.goto('/admin/settings/team')
	const row = operator.getByRole('row', { name: COLLEAGUE })
	await row.getByRole('button', { name: 'End access' }).click()
	const dialog = operator.getByRole('dialog')
	await dialog.getByLabel('Reason').fill('Left us')
	await dialog.getByRole('button', { name: 'End access' }).click()
	await expect(operator.getByText('Access ended. They’re signed out of the console.')).toBeVisible()
	await phone.goto('/admin/tickets')
	await expect(phone.getByRole('heading', { name: 'Sign in' })).toBeVisible()
	await phone.getByLabel('Email', { exact: true }).fill(COLLEAGUE)
	await phone.getByLabel('Password').fill(PASSWORD)
	await phone.keyboard.press('Enter')
	await expect(phone).toHaveURL('/admin/sign-in')
	await phone.goto('/admin/today')
	await expect(phone.getByRole('heading', { name: 'Sign in' })).toBeVisible()
}

async function openPage(browser: Browser, viewport: { width: number; height: number }): Promise<Page> {
	const page = await (await browser.newContext({ viewport, reducedMotion: 'reduce' })).newPage()
	page.on('dialog', (dialog) => void dialog.accept())
	return page
}

test('a colleague accepts an invitation, saves a view on a phone, closes tickets in bulk, and loses access', async ({ browser }) => {
	test.setTimeout(400_000)
	const server = createOwnServer()
	try {
		await server.start()
		const operator = await openPage(browser, { width: 1280, height: 900 })
		const phone = await openPage(browser, { width: 390, height: 844 })
		await openFilledConsole(operator.context(), server, LEARNERS)
		await test.step('invitation', () => invites(operator, phone, server))
		await test.step('saved view', () => savesAView(phone))
		await test.step('bulk action', () => closesTickets(phone, server))
		await test.step('end of access', () => endsAccess(operator, phone))
		await operator.goto('/admin/orders')
		await expect(operator.locator('summary', { hasText: 'Columns' })).toBeVisible()
	} finally {
		await server.remove()
	}
})
