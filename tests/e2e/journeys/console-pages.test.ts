import type { Page } from '@playwright/test'

import { consolePaths } from '#contracts/console-paths.ts'
import { SETTINGS_SUBJECTS } from '#server/console/settings/subjects.ts'
import { ROUTE_TABLE } from '#tests/console/route-table.ts'
import { expectNoFaultsInTurn } from '#tests/e2e/setup/faults.ts'
import { consoleForms, LESSON, makeOneOfEach, openFilledConsole } from '#tests/e2e/setup/fill-console.ts'
import { expect, test } from '#tests/e2e/setup/journey.ts'
import { createOwnServer, OWN_ORIGIN } from '#tests/e2e/setup/own-server.ts'
import { isLong } from '#tests/setup/long-tests.ts'

/** Number of learners: enough for each state of each object, and for a second page of learners and orders. */
const LEARNERS = isLong ? 400 : 60

test.use({ baseURL: OWN_ORIGIN, extraHTTPHeaders: {}, contextOptions: { reducedMotion: 'reduce' } })

/** Downloads, and documents shown in frames: emails and site pages, which have their own journey. */
const NO_PAGES = new Set([
	// The not-found page.
	'/admin/*',
	'/admin/applications/:application/file',
	'/admin/content/emails/html',
	'/admin/content/site/at/*',
	'/admin/learners/:account/view/page',
	'/admin/lifecycle/:rule/preview',
	'/admin/newsletter/:issue/preview',
	'/admin/newsletter/new/preview',
])
const isFile = (path: string) => NO_PAGES.has(path) || /\.(?:csv|css)$|\/(?:pdf|xml)$|\/:file$/.test(path)

const ONE = `?path=${encodeURIComponent(LESSON)}`
const QUERIES: Record<string, string> = {
	'/admin/content/file': ONE,
	'/admin/content/history': ONE,
	'/admin/content/preview': ONE,
	'/admin/content/releases': '?from=0&to=1',
}
const CHOICES: Record<string, readonly string[]> = {
	rule: ['unpaid-checkout'],
	kind: ['lesson', 'article', 'offer'],
	subject: SETTINGS_SUBJECTS.map(({ id }) => id),
}

type Examples = Readonly<Record<string, string>>

/** Returns the URLs for a row of the table. @throws Error for a parameter without an example */
function addressesOf(path: string, examples: Examples): string[] {
	const [, name] = /:(\w+)/.exec(path) ?? []
	if (path === '/admin/invitation') return [path + (examples['invitation'] ?? '')]
	if (name === undefined) return [path + (QUERIES[path] ?? '')]
	const values = CHOICES[name] ?? [examples[path.startsWith(consolePaths.learnerImports) ? 'learnerImport' : name] ?? '']
	if (values.includes('')) throw new Error(`tests/e2e/setup/fill-console.ts makes no example of ${path}`)
	return values.map((value) => path.replace(`:${name}`, value))
}

/** @param isOpen true for pages that need no session, false for all others */
const listAddresses = (examples: Examples, isOpen: boolean) =>
	ROUTE_TABLE.filter(({ method, path, least }) => method === 'GET' && (least === 'anyone') === isOpen && !isFile(path)).flatMap(
		({ path }) => addressesOf(path, examples),
	)

type Wrong = string[]
const MOST_WRONG = 3

let checked = 0

const QUIET_LIMIT_MS = 30_000

/**
 * Waits until the network is idle, for a limited time: once a frame that was idle, such as the live preview before its first
 * text, sends another request, Playwright may never report an idle network again.
 */
const waitUntilQuiet = (page: Page) => page.waitForLoadState('networkidle', { timeout: QUIET_LIMIT_MS }).catch(() => {})

async function check(page: Page, name: string, wrong: Wrong): Promise<void> {
	try {
		await waitUntilQuiet(page)
		// A text in the editor may have its own headings.
		await expect(page.locator('h1:not([contenteditable] *)')).toHaveCount(1)
		await expect(page.getByRole('main')).toHaveCount(1)
		await expectNoFaultsInTurn(page, checked++)
	} catch (error) {
		wrong.push(`${name}: ${String(error)}`)
	}
}

/** Checks the URLs that are pages for this browser, and skips data and redirects. @returns how many were checked */
async function checkAll(page: Page, addresses: readonly string[], wrong: Wrong): Promise<number> {
	let pages = 0
	for (const address of addresses) {
		// Each broken page takes a minute, so stop before the test's time limit hides what was found.
		if (wrong.length >= MOST_WRONG) break
		await test.step(address, async () => {
			const answer = await page.goto(address)
			if (!answer?.ok()) wrong.push(`${address}: ${answer?.status()}`)
			else if (!answer.request().redirectedFrom() && answer.headers()['content-type']?.startsWith('text/html')) {
				pages += 1
				await check(page, address, wrong)
			}
		})
	}
	expect(wrong).toEqual([])
	return pages
}

/** Checks dialogs within a page: the parts of a lesson, and the command palette. */
async function checkInside(page: Page, wrong: Wrong): Promise<void> {
	await page.goto(`/admin/content/file${ONE}`)
	const tabs = page.getByRole('tablist', { name: 'Parts of this text' }).getByRole('tab')
	await expect(tabs.nth(1)).toBeVisible()
	for (const name of await tabs.allTextContents())
		await test.step(name, async () => {
			await tabs.filter({ hasText: name }).first().click()
			await check(page, `tab ${name}`, wrong)
		})
	await page.goto('/admin/today')
	await waitUntilQuiet(page)
	await page.keyboard.press('Control+k')
	await page.getByRole('combobox').fill('learner1')
	await expect(page.getByRole('option').nth(1)).toBeVisible()
	await check(page, 'palette', wrong)
}

test('no console page has an accessibility violation or scrolls sideways at any width or in either theme', async ({
	browser,
	context,
	page,
	expectConsole,
}) => {
	test.setTimeout(900_000)
	// Expected in sandboxed preview frames: axe can't run there, and SVG drawings from other files are blocked.
	expectConsole(/Blocked script execution|Unsafe attempt to load URL/)
	const server = createOwnServer()
	const wrong: Wrong = []
	try {
		await server.start()
		await checkAll(page, ['/admin/setup'], wrong)
		await openFilledConsole(context, server, LEARNERS)
		const { request } = context
		const { examples, thread } = await makeOneOfEach(request, server)
		// Requires a fresh second factor.
		await consoleForms(request).post(`/admin/learners/${examples['account']}/see`, { reason: 'A question by mail' })
		const stranger = await browser.newContext({ reducedMotion: 'reduce', baseURL: server.origin })
		await checkAll(await stranger.newPage(), [...listAddresses(examples, true), thread], wrong)
		expect(await checkAll(page, listAddresses(examples, false), wrong)).toBeGreaterThan(60)
		await checkInside(page, wrong)
	} finally {
		await server.remove()
	}
	expect(wrong).toEqual([])
})
