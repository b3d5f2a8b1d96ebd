import type { Page } from '@playwright/test'
import { randomUUID } from 'node:crypto'
import path from 'node:path'
import pg from 'pg'

import { loadedContent } from '#content/loaded.server.ts'
import { chooseServerDir } from '#server/db/embedded/choose-server-dir.ts'
import { ensureEmbedded } from '#server/db/embedded/ensure-embedded.ts'
import { expectNoFaultsAnyWidth } from '#tests/e2e/setup/faults.ts'
import { expect, followLink, test } from '#tests/e2e/setup/journey.ts'
import { listChecks } from '#tests/factories/knowledge-checks.ts'

const { taughtModules } = loadedContent

/** Buys the course as a guest, through the pages. */
async function buyCourse(page: Page, email: string) {
	await page.goto('/digital-income-mastery')
	await page.getByRole('button', { name: 'Enroll Today' }).click()
	await page.getByLabel(/e-?mail/i).fill(email)
	await page.getByLabel('Card or account number').fill('4242 4242 4242 4242')
	await page.getByLabel('Expiry date').fill('12 / 34')
	await page.getByLabel('Security code').fill('123')
	await page.getByRole('checkbox').check()
	await page.getByRole('button', { name: /^Pay \$/ }).click()
	await expect(page.getByRole('heading', { name: 'Payment Successful' })).toBeVisible()
}

const accessToken = (page: Page) =>
	page.evaluate(() => {
		const key = Object.keys(localStorage).find((name) => name.endsWith('-auth-token'))!
		return (JSON.parse(localStorage.getItem(key)!) as { access_token: string }).access_token
	})

/** Takes the course through the API: reports each section and fetches each text, except the last one. */
async function walkCourse(page: Page) {
	const headers = { authorization: `Bearer ${await accessToken(page)}` }
	const changedAt = Date.now() - 1000
	const entries = taughtModules.flatMap(({ id, sections }) => [
		...sections.map((section) => ({ kind: 'section', key: `${id}/${section.id}`, done: true, changedAt })),
		{ kind: 'module', key: String(id), done: true, changedAt },
	])
	expect((await page.request.post('/api/progress/merge', { headers, data: { entries } })).status()).toBe(200)
	const texts = taughtModules.flatMap(({ id, sections }) => sections.map(({ lessonId }) => `/api/course/modules/${id}/lessons/${lessonId}`))
	for (const text of texts.filter((text) => !text.endsWith('/6/lessons/graduation'))) await page.request.get(text, { headers })
	const [last, ...others] = (await listChecks()).toReversed()
	for (const { path, answers } of others)
		expect((await page.request.post(path, { headers, data: { attemptId: randomUUID(), answers } })).status()).toBe(200)
	return last!
}

async function change(...statements: [text: string, email: string][]) {
	const { host, port, user, database } = await ensureEmbedded({ dir: chooseServerDir(path.resolve('test-results/data'), () => {}) })
	const client = new pg.Client({ host, port, user, database })
	await client.connect()
	for (const [text, email] of statements)
		await client.query(`${text} where user_id = (select id from auth.users where email = $1)`, [email])
	await client.end()
}

/** Backdates a learner's reading and answers by one day. */
const letADayPass = (email: string) =>
	change(
		["update content_reads set first_read_at = first_read_at - interval '1 day', last_read_at = last_read_at - interval '1 day'", email],
		["update lesson_quiz_attempts set attempted_at = attempted_at - interval '1 day'", email],
	)

/** Backdates the certificate's checks as if they were answered a month later; the certificate's own date is signed. */
const answerAMonthLater = (email: string) =>
	change(["update lesson_quiz_attempts set attempted_at = attempted_at + interval '32 days'", email])

test('a graduate sees what is left and claims the certificate, and a visitor verifies page and file', async ({
	page,
	email,
	mail,
	browser,
	expectConsole,
}) => {
	await buyCourse(page, email)
	await followLink(page, await mail(email, /access/i))
	await expect(page).toHaveURL(/\/dashboard/)
	const check = await walkCourse(page)

	await page.goto('/dashboard')
	await expect(page.getByText('One more sitting')).toBeVisible()
	await expect(page.getByRole('link', { name: /^Pass the knowledge check in / })).toHaveCount(1)
	await expectNoFaultsAnyWidth(page, 'section[aria-labelledby="certificate"]')
	await letADayPass(email)
	const headers = { authorization: `Bearer ${await accessToken(page)}` }
	expect((await page.request.post(check.path, { headers, data: { attemptId: randomUUID(), answers: check.answers } })).status()).toBe(200)
	await page.reload()
	await page.getByRole('link', { name: 'Read “Graduation”' }).click()
	await expect(page).toHaveURL(/\/course\/module6\?section=graduation/)
	await page.getByRole('button', { name: 'Claim Your Graduation Certificate' }).click()
	await expect(page).toHaveURL(/section=complete/)
	const name = page.getByLabel('Your name on the certificate')
	await name.fill('123')
	await page.getByRole('button', { name: 'Claim Your Graduation Certificate' }).click()
	await expect(name).toHaveAttribute('aria-invalid', 'true')
	await name.fill('Łukasz Example')
	await page.getByRole('button', { name: 'Claim Your Graduation Certificate' }).click()
	await page.getByRole('link', { name: 'View Your Certificate' }).click()
	await expect(page.getByRole('heading', { name: 'Certificate of Completion' })).toBeVisible()

	const address = new URL(page.url()).pathname
	await page.goto('/dashboard')
	await expect(page.getByText('Your certificate can also say what you still know')).toBeVisible()
	await answerAMonthLater(email)
	await page.reload()
	await page.getByRole('button', { name: 'Add to the Certificate' }).click()
	await expect(page.getByText(/^Your certificate says, as counted on /)).toBeVisible()
	await expectNoFaultsAnyWidth(page, 'section[aria-labelledby="certificate"]')
	const visitor = await (await browser.newContext({ reducedMotion: 'reduce' })).newPage()
	const arrival = await visitor.goto(address)
	expect([arrival?.status(), arrival?.headers()['x-robots-tag']]).toEqual([200, 'noindex'])
	await expect(visitor.getByText('This certificate is valid')).toBeVisible()
	await expect(visitor.getByText('Łukasz Example')).toBeVisible()
	await expect(visitor.getByText(/^Asked again after at least 30 days /)).toBeVisible()
	await expectNoFaultsAnyWidth(visitor)
	const pdf = await visitor.request.get(`${address}/certificate.pdf`)
	expect([pdf.status(), pdf.headers()['content-type']]).toEqual([200, 'application/pdf'])
	const file = await (await visitor.request.get(`${address}/credential.json`)).text()
	const choose = (content: string) =>
		visitor
			.getByLabel('Credential file (JSON)')
			.setInputFiles({ name: 'c.json', mimeType: 'application/json', buffer: Buffer.from(content) })
	await choose(file.replace('Łukasz', 'Lukasz'))
	await expect(visitor.getByText('This certificate couldn’t be verified')).toBeVisible()
	await choose('not a certificate')
	await expect(visitor.getByRole('alert')).toContainText('This isn’t a certificate file')

	expectConsole(/^404: no page at/)
	expect((await visitor.goto(address.replace(/.$/, (last) => (last === '0' ? '1' : '0'))))?.status()).toBe(404)
	await visitor.context().close()
})
