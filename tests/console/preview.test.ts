import { expect, test } from 'vitest'

import { startWire } from '#tests/wire/test-client.ts'

import { originOf, quickSite, saveText } from './edit-content.ts'
import { openConsoleAs } from './open-console.ts'

const LESSON = 'course/module-2/lessons/first-sale.md'
const ARTICLE = 'articles/price-your-first-offer.md'
const TERMS = 'legal/terms.md'
const previewOf = (file: string, page = '') => `/admin/content/preview${page}?path=${encodeURIComponent(file)}`

async function open() {
	const { site } = quickSite({ styles: () => '<link rel="stylesheet" href="/assets/site.css"/>' })
	const wire = await startWire({ site })
	return { wire, operator: await openConsoleAs(wire, 'operator') }
}

test('an unpublished text is shown at both widths by the renderer of the site, to the operator alone, and no script runs', async () => {
	const { wire, operator } = await open()
	const attack = '<script>alert(1)</script>\n\n<svg onload=alert(2)></svg>\n\n[press](javascript:alert(3))'
	const edited = `${originOf(LESSON).replace(/^title: .*$/m, 'title: "A </h2><script>alert(4)</script>"')}\n## A part of the draft\n\n${attack}\n`
	expect((await saveText(operator, LESSON, edited)).to).toContain('content-saved')
	expect((await operator.get(`/admin/content/file?path=${encodeURIComponent(LESSON)}`)).text).toContain('>Preview</a>')

	const shown = await operator.get(previewOf(LESSON))
	expect([...shown.text.matchAll(/<iframe[^>]*?width="(\d+)"/g)].map(([, width]) => width)).toEqual(['390', '1280'])
	expect(shown.text).not.toContain('allow-scripts')
	expect(shown.headers.get('content-security-policy')).toContain("frame-src 'self'")

	const page = await operator.get(previewOf(LESSON, '/page'))
	expect(page.text).toContain('>A part of the draft</h3>')
	expect(page.text).toContain('<link rel="stylesheet" href="/assets/site.css"/>')
	for (const part of ['<script', 'onload', 'javascript:']) expect(page.text).not.toContain(part)
	const policy = page.headers.get('content-security-policy') ?? ''
	expect(policy).toMatch(/^sandbox allow-same-origin; default-src 'none'/)
	expect(policy).not.toContain('script')
	expect([page.headers.get('x-frame-options'), page.headers.get('cache-control')]).toEqual(['SAMEORIGIN', 'no-store'])

	const support = await openConsoleAs(wire, 'support')
	for (const place of ['', '/page']) expect((await support.get(previewOf(LESSON, place))).status).toBe(403)
	expect((await wire.app.request(previewOf(LESSON, '/page'))).status).toBe(303)
})

test('an article and a legal text have their contents, with names and promises filled in', async () => {
	const { operator } = await open()
	for (const file of [ARTICLE, TERMS]) {
		const { status, text } = await operator.get(previewOf(file, '/page'))
		expect([status, /<a href="#[^"]+">/.test(text), text.includes('class="prose"')]).toEqual([200, true, true])
		expect(text).not.toMatch(/\{(?:brand|price|supportEmail)\}/)
	}
})

test('what has faults, or is no page of its own, is told apart and breaks nothing', async () => {
	const { operator } = await open()
	await saveText(operator, LESSON, originOf(LESSON).replace(/^difficulty: .*$/m, 'difficulty: Easy'))
	await saveText(operator, TERMS, `${originOf(TERMS)}\n\n{nobodyKnowsThis}\n`)
	expect((await operator.get(previewOf(LESSON))).text).toContain('Fix them first')
	expect((await operator.get(previewOf(TERMS))).text).toContain('unknown name {nobodyKnowsThis}')
	const statuses = [LESSON, TERMS, 'offers.json', '../package.json', 'legal/%00.md', '__proto__'].map(
		async (file) => (await operator.get(previewOf(file))).status,
	)
	expect(await Promise.all(statuses)).toEqual([422, 422, 404, 404, 404, 404])
})
