import type { BrowserContext, Page } from '@playwright/test'

import { inDatabase, LESSON, openFilledConsole } from '#tests/e2e/setup/fill-console.ts'
import { expect, test } from '#tests/e2e/setup/journey.ts'
import { createOwnServer, OWN_ORIGIN, type OwnServer } from '#tests/e2e/setup/own-server.ts'
import { LONG } from '#tests/setup/long-tests.ts'

const ROUNDS = 100
const SEED = 24
const PARAGRAPH = 'Write these lines on a card.'
/** Time limit, only reached on failure: on a busy machine, a killed server may need more than a minute to restart. */
const PATIENCE_MS = 180_000
/** Short timeout for a step, because the page may be closed in the middle of it. */
const ONE_TRY = { timeout: 10_000 }

test.use({ baseURL: OWN_ORIGIN, extraHTTPHeaders: {}, contextOptions: { reducedMotion: 'reduce' } })

/** Returns a seeded generator of numbers from 0 to below 1. */
function seeded(seed: number) {
	let state = seed
	return () => {
		state = (state * 1_664_525 + 1_013_904_223) % 4_294_967_296
		return state / 4_294_967_296
	}
}

const textOf = (page: Page) => page.getByRole('textbox', { name: 'Text', exact: true })
const titleOf = (page: Page) => page.getByLabel('Title', { exact: true }).first()
const isKept = (page: Page) => page.evaluate(() => Object.keys(localStorage).some((key) => key.startsWith('launchway_console_draft')))

class Writer {
	readonly words: string[] = []
	title = ''
	conflicts = 0
	page!: Page
	private readonly context: BrowserContext
	private readonly server: OwnServer
	private readonly random = seeded(SEED)

	constructor(context: BrowserContext, server: OwnServer) {
		this.context = context
		this.server = server
	}

	async open(): Promise<void> {
		this.page = await this.context.newPage()
		this.page.setDefaultTimeout(PATIENCE_MS)
		this.page.on('dialog', (dialog) => void dialog.accept())
		await this.page.goto(`/admin/content/file?path=${encodeURIComponent(LESSON)}`)
	}

	private readonly away = () => this.page.getByRole('heading', { name: 'Something went wrong' })

	private readonly isAway = () => this.away().isVisible()

	/** Types a word into the text or a title. While the server is unreachable, the page says so and doesn't accept text. */
	private async write(): Promise<void> {
		const isTitle = this.random() < 0.2
		const delay = this.random() * 30
		const word = `word${this.words.length + 1}`
		const line = textOf(this.page).locator('p', { hasText: PARAGRAPH })
		await expect(async () => {
			await expect(line.or(this.away())).toBeVisible()
			if (await this.isAway()) return
			if (isTitle) {
				await titleOf(this.page).fill(`Sale ${word}`, ONE_TRY)
				this.title = `Sale ${word}`
				return
			}
			const { width, height } = (await line.boundingBox(ONE_TRY))!
			// Clicks the paragraph's last line: the End key moves to the end of a visual line.
			await line.click({ position: { x: width - 2, y: height - 4 }, ...ONE_TRY })
			await this.page.keyboard.press('End')
			await this.page.keyboard.type(` ${word}`, { delay })
			if (!(await this.isAway())) this.words.push(word)
		}).toPass({ timeout: PATIENCE_MS })
	}

	private readonly pause = (longest: number) => this.page.waitForTimeout(Math.floor(this.random() * longest))

	private readonly incidents: Readonly<Record<string, () => Promise<void>>> = {
		reload: async () => {
			await this.page.reload()
		},
		'killed tab': async () => {
			const devtools = await this.context.newCDPSession(this.page)
			const crashed = this.page.waitForEvent('crash')
			void devtools.send('Page.crash').catch(() => {})
			await crashed
			await this.page.close()
			await this.open()
		},
		'killed server': async () => {
			await this.server.kill()
			await this.write()
			await this.pause(2000)
			await this.server.start()
		},
		'killed server and reload': async () => {
			await this.server.kill()
			await this.write()
			await this.pause(1000)
			await this.server.start()
			await this.page.reload()
		},
		offline: async () => {
			await this.context.setOffline(true)
			await this.write()
			await this.pause(3000)
			await this.context.setOffline(false)
		},
		'expired session': async () => {
			const cookies = await this.context.cookies()
			await this.context.clearCookies({ name: 'console' })
			await this.write()
			await this.pause(3000)
			await this.context.addCookies(cookies)
			await this.page.evaluate(() => window.dispatchEvent(new Event('focus')))
		},
	}

	/** Returns the words missing in the editor once everything is saved. */
	private async missing(): Promise<string> {
		if (await this.page.getByText('Not saved: another version was saved first.').isVisible()) {
			this.conflicts += 1
			await this.page.getByRole('button', { name: 'Save draft' }).first().click()
			await expect(this.page).toHaveURL(/notice=content-saved/)
		}
		if ((await this.isAway()) || (await isKept(this.page))) return 'not saved yet'
		const text = (await textOf(this.page).textContent(ONE_TRY)) ?? ''
		const shown = new Set(text.match(/word\d+/g))
		const lost = this.words.filter((word) => !shown.has(word))
		if (this.title !== '' && (await titleOf(this.page).inputValue(ONE_TRY)) !== this.title) lost.push(this.title)
		return lost.join(' ')
	}

	/**
	 * Types, is interrupted, and looks for the text. Each incident comes once, then random ones. @returns the lost text and the
	 * incident
	 */
	async round(turn: number): Promise<string | null> {
		const names = Object.keys(this.incidents)
		const name = names[turn <= names.length ? turn - 1 : Math.floor(this.random() * names.length)] ?? ''
		await this.write()
		await this.pause(this.random() < 0.5 ? 200 : 2500)
		await this.incidents[name]?.()
		let missing = 'the page could not be read'
		await expect(async () => {
			missing = await this.missing()
			expect(missing).toBe('')
		})
			.toPass({ timeout: PATIENCE_MS })
			.catch(() => {})
		return missing === '' ? null : `${name}: ${missing}`
	}
}

/** Types while the page's scripts are still loading, and closes the page once it is saved. */
async function writeBeforeScripts(context: BrowserContext): Promise<void> {
	const page = await context.newPage()
	const scripts = Promise.withResolvers<void>()
	await page.route('**/admin/assets/*.js', async (route) => {
		await scripts.promise
		await route.continue()
	})
	await page.goto(`/admin/content/file?path=${encodeURIComponent(LESSON)}`, { waitUntil: 'commit' })
	const area = page.locator('textarea[name=text]')
	await area.click()
	await page.keyboard.press('Control+Home')
	await page.keyboard.type('Early words. ')
	scripts.resolve()
	await expect(page.getByText(/^Saved/)).toBeVisible()
	await expect(area).toHaveValue(/^Early words\. /)
	await page.close()
}

test(
	'no lesson text is lost to a killed tab or server, a reload, a lost connection or an ended session',
	{ tag: LONG },
	async ({ browser }, { annotations }) => {
		test.setTimeout(ROUNDS * 60_000 + PATIENCE_MS)
		const server = createOwnServer()
		try {
			await server.start()
			const context = await browser.newContext({ viewport: { width: 1280, height: 900 } })
			await openFilledConsole(context, server, 50)
			await writeBeforeScripts(context)
			const writer = new Writer(context, server)
			await writer.open()
			const lost: string[] = []
			for (let round = 1; round <= ROUNDS; round += 1) {
				const missing = await writer.round(round)
				if (missing !== null) lost.push(`round ${round}, ${missing}`)
				if (lost.length > 5) break
			}
			annotations.push({ type: 'rounds', description: `${ROUNDS} rounds, ${writer.words.length} words, ${writer.conflicts} conflicts` })
			expect(lost).toEqual([])
			expect(writer.conflicts).toBe(0)
			const saved = await inDatabase(server, ({ db }) =>
				db
					.selectFrom('content_versions')
					.select('body')
					.where('path', '=', LESSON)
					.orderBy('id', 'desc')
					.limit(1)
					.executeTakeFirstOrThrow(),
			)
			expect(writer.words.filter((word) => !new RegExp(`\\b${word}\\b`).test(saved.body ?? ''))).toEqual([])
		} finally {
			await server.remove()
		}
	},
)
