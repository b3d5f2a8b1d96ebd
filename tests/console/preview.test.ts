import { expect, test } from 'vitest'

import { startWire } from '#tests/wire/test-client.ts'

import { originOf, saveText } from './edit-content.ts'
import { openConsoleAs } from './open-console.ts'

const LESSON = 'course/module-2/lessons/first-sale.md'
const previewOf = (file: string) => `/admin/content/preview?path=${encodeURIComponent(file)}`

async function open() {
	const wire = await startWire()
	return { wire, operator: await openConsoleAs(wire, 'operator') }
}

test('an unpublished lesson is shown by the renderer of the site, to the operator alone, and no script runs', async () => {
	const { wire, operator } = await open()
	const attack = '<script>alert(1)</script>\n\n<svg onload=alert(2)></svg>\n\n[press](javascript:alert(3))'
	const edited = `${originOf(LESSON).replace(/^title: .*$/m, 'title: "A </h2><script>alert(4)</script>"')}\n## A part of the draft\n\nIt costs {price}.\n\n${attack}\n`
	expect((await saveText(operator, LESSON, edited)).to).toContain('content-saved')
	expect((await operator.get(`/admin/content/file?path=${encodeURIComponent(LESSON)}`)).text).toContain('>Preview</a>')

	const shown = await operator.get(previewOf(LESSON))
	const [, article = ''] = /<div class="prose">([\s\S]*?)<\/main>/.exec(shown.text) ?? []
	expect(article).toContain('>A part of the draft</h3>')
	expect(article).toContain('It costs $47.')
	for (const part of ['<script', 'onload', 'javascript:']) expect(article).not.toContain(part)
	expect(shown.text).not.toContain('<script>alert')
	expect(shown.headers.get('content-security-policy')).toContain("script-src 'self'")

	const support = await openConsoleAs(wire, 'support')
	expect((await support.get(previewOf(LESSON))).status).toBe(403)
	expect((await wire.app.request(previewOf(LESSON))).status).toBe(303)
})

test('an article and a legal text are shown on their own page of the site', async () => {
	const { operator } = await open()
	for (const [file, page] of [
		['articles/price-your-first-offer.md', '/articles/price-your-first-offer'],
		['legal/terms.md', '/terms'],
	] as const)
		expect((await operator.get(`/admin/content/file?path=${encodeURIComponent(file)}`)).text).toContain(
			`href="/admin/content/site?page=${page}"`,
		)
})

test('a lesson with faults, and a file that is none, say why nothing is shown', async () => {
	const { operator } = await open()
	await saveText(operator, LESSON, originOf(LESSON).replace(/^difficulty: .*$/m, 'difficulty: Easy'))
	expect((await operator.get(previewOf(LESSON))).text).toContain('Fix them first')
	const statuses = [LESSON, 'legal/terms.md', 'offers.json', '../package.json', 'legal/%00.md', '__proto__'].map(
		async (file) => (await operator.get(previewOf(file))).status,
	)
	expect(await Promise.all(statuses)).toEqual([422, 404, 404, 404, 404, 404])
})
