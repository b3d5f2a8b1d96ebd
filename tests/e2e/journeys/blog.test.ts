import { loadedContent } from '#content/loaded.server.ts'
import type { OutboxEntry } from '#contracts/outbox.ts'
import { expectNoFaultsAnyWidth } from '#tests/e2e/setup/faults.ts'
import { expect, hydrated, test } from '#tests/e2e/setup/journey.ts'

const ARTICLES = loadedContent.articles.map(({ href }) => href)
const LISTED = [
	'/articles/start-making-money-online-beginner',
	'/articles/why-people-fail-passive-income',
	'/articles/free-tools-online-business',
]

/** Returns the path of the first URL in a message that begins with `start`. */
function pathIn(message: OutboxEntry, start: string): string {
	const url = new URL(message.body.split(/\s+/).find((word) => /^https?:/.test(word) && new URL(word).pathname === start)!)
	return url.pathname + url.search
}

test('a visitor goes from the home page through an article to the resources and their recommended tools', async ({ page }) => {
	await page.goto('/')
	await page.getByRole('main').getByRole('link', { name: 'Why people fail at passive income' }).click()
	await expect(page.getByRole('heading', { level: 1, name: 'Why people fail at passive income' })).toBeVisible()
	const contents = page.getByRole('navigation', { name: 'In this article' })
	for (const link of await contents.getByRole('link').all()) {
		const target = page.locator(`[id="${(await link.getAttribute('href'))!.slice(1)}"]`)
		await expect(target).toHaveText((await link.textContent())!)
	}
	for (const name of ['Back to Blog', 'Back to Resources', 'Start Free Trial', 'See the Full Course'])
		await expect(page.getByRole('main').getByRole('link', { name, exact: true }).first()).toBeVisible()

	await page.getByRole('link', { name: 'Back to Resources' }).first().click()
	await expect(page).toHaveURL(/\/free-resources$/)
	const cards = page.getByRole('main').getByRole('article')
	await expect(cards).toHaveCount(3)
	for (const [index, target] of LISTED.entries()) {
		await expect(cards.nth(index)).toContainText('min read')
		await expect(cards.nth(index).getByRole('link', { name: /^Read More/ })).toHaveAttribute('href', target)
	}
	await expect(page.getByRole('link', { name: 'Start Free Trial' })).toHaveAttribute('href', '/free-trial')
	await expect(page.getByRole('link', { name: 'See the Full Course' })).toHaveAttribute('href', '/digital-income-mastery')

	await cards
		.nth(2)
		.getByRole('link', { name: /^Read More/ })
		.click()
	await expect(page).toHaveURL(LISTED[2]!)
	const outbound = page.locator('.prose a[href^="https://"]')
	await expect(outbound.nth(12)).toBeAttached()
	const unsafe = await outbound.evaluateAll((links: HTMLAnchorElement[]) =>
		links.filter(({ target, rel }) => target !== '_blank' || rel !== 'noopener noreferrer').map(({ href }) => href),
	)
	expect(unsafe, 'links that don’t open in a new tab without a referrer').toEqual([])
})

test('the article’s full URL is copied, and the share links contain it', async ({ page, context, baseURL }) => {
	await context.grantPermissions(['clipboard-read', 'clipboard-write'])
	await page.goto(ARTICLES[0]!)
	await hydrated(page)
	await page.getByRole('button', { name: 'Copy link' }).click()
	await expect(page.getByRole('status').filter({ hasText: 'Link copied' })).toBeVisible()
	const url = baseURL! + ARTICLES[0]!
	expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(url)
	for (const name of ['Email', 'LinkedIn', 'Facebook', 'X (opens'])
		await expect(page.getByRole('link', { name }).first()).toHaveAttribute(
			'href',
			new RegExp(encodeURIComponent(url).replaceAll('.', '\\.')),
		)
})

test('the blog and its feed list every article, and pages link to the feed and to their canonical URL', async ({
	page,
	request,
	baseURL,
}) => {
	await page.goto('/blog')
	const cards = page.getByRole('article')
	await expect(cards).toHaveCount(8)
	await expect(cards.filter({ hasText: 'Featured' })).toHaveCount(1)
	const targets = await cards
		.getByRole('heading')
		.getByRole('link')
		.evaluateAll((links) => links.map((link) => link.getAttribute('href') ?? ''))
	expect(targets.toSorted()).toEqual(ARTICLES.toSorted())
	expect((await request.get('/articles/no-such-article')).status()).toBe(404)
	await expect(page.locator('link[rel=alternate][type="application/rss+xml"]')).toHaveAttribute('href', '/feed.xml')
	const feed = await page.evaluate(async () => {
		const xml = new DOMParser().parseFromString(await (await fetch('/feed.xml')).text(), 'text/xml')
		const items = [...xml.querySelectorAll('item')]
		const texts = (name: string) => items.map((item) => item.getElementsByTagName(name)[0]?.textContent ?? '')
		return {
			faults: xml.querySelectorAll('parsererror').length,
			links: texts('link'),
			days: texts('pubDate'),
			bodies: texts('content:encoded'),
		}
	})
	expect(feed.faults).toBe(0)
	expect(feed.links.toSorted()).toEqual(ARTICLES.map((path) => baseURL + path).toSorted())
	expect(feed.days.map((day) => Number.isNaN(Date.parse(day)))).toEqual(ARTICLES.map(() => false))
	expect(feed.bodies).toHaveLength(ARTICLES.length)
	for (const body of feed.bodies) expect(body).not.toMatch(/(?:href|src)="\//)

	const html = await (await request.get(ARTICLES[0]!)).text()
	expect(html).toContain(`<link rel="canonical" href="${baseURL}${ARTICLES[0]}"/>`)
	const data = JSON.parse(/<script type="application\/ld\+json">(.*?)<\/script>/.exec(html)![1]!) as { '@graph': { '@type': string }[] }
	expect(data['@graph'].map((node) => node['@type'])).toEqual(['Article', 'BreadcrumbList'])
	for (const path of [...ARTICLES, '/blog', '/free-resources', '/hustler-quiz', '/modules', '/signup', '/digital-income-mastery']) {
		const picture = /<meta property="og:image" content="([^"]+)"/.exec(await (await request.get(path)).text())![1]!
		expect(picture, path).toContain('/og/')
		expect((await request.get(picture)).headers()['content-type'], path).toBe('image/png')
	}
	expect(await (await request.get('/sitemap.xml')).text()).toContain(`<loc>${baseURL}${ARTICLES[0]}</loc><lastmod>`)
})

test('a newsletter subscription is confirmed and ended by pressing a button on the linked page', async ({ page, email, mail }) => {
	await page.goto('/blog')
	await hydrated(page)
	const box = page.getByRole('region', { name: 'Stay Updated' })
	await box.getByLabel('Email address').fill('not an address')
	await box.getByRole('button', { name: 'Subscribe' }).click()
	await expect(box).toContainText('Please enter a valid email address')
	await expectNoFaultsAnyWidth(page, 'section[aria-labelledby=newsletter]')
	await box.getByLabel('Email address').fill(email)
	await box.getByRole('button', { name: 'Subscribe' }).click()
	await expect(page.getByRole('status').filter({ hasText: 'Please check your inbox' })).toBeVisible()
	await expect(box.getByLabel('Email address')).toHaveValue('')

	await page.goto(pathIn(await mail(email, /^Confirm your subscription/), '/newsletter/confirm'))
	await page.getByRole('button', { name: 'Confirm my subscription' }).click()
	await expect(page.getByRole('heading', { level: 1, name: 'You’re on the list' })).toBeVisible()

	await page.goto(pathIn(await mail(email, /^You’re subscribed/), '/unsubscribe'))
	await page.getByRole('button', { name: 'Unsubscribe' }).click()
	await expect(page).toHaveURL(/\/unsubscribe\/done$/)
	await expect(page.getByRole('heading', { level: 1, name: 'You’re unsubscribed' })).toBeVisible()
})

test.describe('without JavaScript', () => {
	test.use({ javaScriptEnabled: false })

	test('articles can be read, and a newsletter can be requested, confirmed and ended', async ({ page, email, mail }) => {
		await page.goto('/articles/price-your-first-offer')
		await expect(page.getByRole('main')).toContainText('It is hard to name a price for something vague')
		await expect(page.getByRole('button', { name: 'Copy link' })).toBeHidden()

		await page.goto('/blog')
		await page.getByLabel('Email address').fill(email)
		await page.getByRole('button', { name: 'Subscribe' }).click()
		await expect(page.getByRole('heading', { level: 1, name: 'Please check your inbox' })).toBeVisible()
		await page.goto(pathIn(await mail(email, /^Confirm your subscription/), '/newsletter/confirm'))
		await page.getByRole('button', { name: 'Confirm my subscription' }).click()
		await expect(page.getByRole('heading', { level: 1, name: 'You’re on the list' })).toBeVisible()
		await page.goto(pathIn(await mail(email, /^You’re subscribed/), '/unsubscribe'))
		await page.getByRole('button', { name: 'Unsubscribe' }).click()
		await expect(page.getByRole('heading', { level: 1, name: 'You’re unsubscribed' })).toBeVisible()
	})
})
