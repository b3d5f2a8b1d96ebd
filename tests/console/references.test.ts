import { expect, test } from 'vitest'

import { startWire } from '#tests/wire/test-client.ts'

import { addressOf, originOf, saveText } from './edit-content.ts'
import { openConsoleAs } from './open-console.ts'

test('a field that refers to another file offers what exists, drafts included, and says so if its entry is gone', async () => {
	const wire = await startWire()
	const operator = await openConsoleAs(wire, 'operator')
	const [home, claims] = ['marketing/home.json', 'marketing/claims.json']
	const open = async () => (await operator.get(addressOf(home))).text
	const field = async () => /<select[^>]*name="s\/hero\/claimIds\/0"[^]*?<\/select>/.exec(await open())?.[0] ?? ''
	expect(await field()).toContain('<option value="learners" selected="">')
	expect(await field()).toContain('<option value="modules">8 modules</option>')
	await saveText(operator, claims, originOf(claims).replace('"id": "rating"', '"id": "stars"'))
	expect(await field()).toMatch(/<option value="stars">/)
	expect(await open()).toContain('“rating” doesn’t exist. Choose one from the list.')
	expect(await open()).toContain('Fix 1 error before you publish.')
})

test('the settings lead straight to each legal page', async () => {
	const operator = await openConsoleAs(await startWire(), 'operator')
	const { text } = await operator.get('/admin/settings')
	for (const file of ['legal/terms.md', 'legal/privacy-policy.md', 'legal/cookie-policy.md'])
		expect(text).toContain(`href="${addressOf(file)}"`)
})
