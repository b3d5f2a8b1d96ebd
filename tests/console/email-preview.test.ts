import { expect, test } from 'vitest'

import { startWire } from '#tests/wire/test-client.ts'

import { originOf, saveText } from './edit-content.ts'
import { openConsoleAs } from './open-console.ts'

const PAGE = '/admin/content/emails'
const FILE = 'lifecycle.json'

const groupsOf = (page: string) =>
	Object.fromEntries(
		[...page.matchAll(/<optgroup label="([^"]*)">([^]*?)<\/optgroup>/g)].map(([, label = '', options = '']) => [
			label,
			[...options.matchAll(/value="([^"]*)"/g)].map(([, value]) => value),
		]),
	)

test('emails are grouped by whether drafts change them, and the page says so of the one shown', async () => {
	const operator = await openConsoleAs(await startWire(), 'operator')
	const before = groupsOf((await operator.get(PAGE)).text)
	expect(Object.keys(before)).toEqual(['Unchanged'])

	const drafted = originOf(FILE).replaceAll('"subject": "', '"subject": "Draft: ')
	expect((await saveText(operator, FILE, drafted)).status).toBe(303)
	const after = groupsOf((await operator.get(PAGE)).text)
	const changed = after['Changed by your drafts'] ?? []
	expect(changed).toEqual(['newsletter.letter'])
	expect(after['Unchanged']?.toSorted()).toEqual(before['Unchanged']?.filter((name) => !changed.includes(name)).toSorted())
	const [one, other] = [await operator.get(`${PAGE}?email=${changed[0]}`), await operator.get(`${PAGE}?email=${after['Unchanged']?.[0]}`)]
	expect([one.text.includes('<h2>Draft: '), one.text.includes('Your drafts don’t change this email.')]).toEqual([true, false])
	expect(other.text).toContain('Your drafts don’t change this email.')
})
