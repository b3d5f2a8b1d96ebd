import { expect, test } from 'vitest'

import { sitePages } from '#tests/setup/site-pages.ts'
import { startWire } from '#tests/wire/test-client.ts'

import { originOf, saveText } from './edit-content.ts'
import { openConsoleAs } from './open-console.ts'

const LESSON = 'course/module-2/lessons/first-sale.md'

test('the live preview of a lesson has the colors of a draft of the brand', async () => {
	const wire = await startWire()
	const operator = await openConsoleAs(wire, 'operator')
	const readBrand = async () => {
		const { text } = await operator.post('/admin/content/live', { path: LESSON, as: 'text', text: originOf(LESSON), base: '' })
		return (JSON.parse(text) as { brand?: string }).brand
	}
	expect(await readBrand()).toBeUndefined()
	await saveText(operator, 'brand.json', originOf('brand.json').replaceAll('#cc3b14', '#1d4ed8'))
	expect(await readBrand()).toContain('--accent: #1d4ed8')
	// A draft with an error changes nothing.
	for (const wrong of ['{', 'null', '{}']) {
		await saveText(operator, 'brand.json', wrong)
		expect([wrong, await readBrand()]).toEqual([wrong, undefined])
	}
})

test('the preview of a page has the colors of a draft of the brand', async () => {
	const wire = await startWire({ pages: sitePages })
	const operator = await openConsoleAs(wire, 'operator')
	const draw = async () => (await operator.get('/admin/content/site/at/?drafts=marketing%2Fhome.json')).text
	expect(await draw()).toContain('#cc3b14')
	await saveText(operator, 'brand.json', originOf('brand.json').replaceAll('#cc3b14', '#1d4ed8'))
	expect(await draw()).toContain('#1d4ed8')
	await saveText(operator, 'brand.json', '{}')
	expect(await draw()).toContain('#cc3b14')
})
