import { expect, test } from 'vitest'

import { parseForm, formText, toList, toMetadata, toRecord } from './protocol.ts'

test('bracketed names become records, lists and text', () => {
	const form = parseForm(
		'mode=payment&line_items[0][price]=p1&line_items[0][quantity]=2&line_items[1][price]=p2&metadata[order_id]=o%261&expand[]=a',
	)
	expect(formText(form['mode'])).toBe('payment')
	expect(toList(form['line_items']).map(({ price }) => price)).toEqual(['p1', 'p2'])
	expect(toMetadata(form['metadata'])).toEqual({ order_id: 'o&1' })
	expect(toRecord(form['mode'])).toEqual({})
})

test('invalid names are ignored, and none can change an object’s prototype', () => {
	const form = parseForm('[x]=1&a[b=2&__proto__[polluted]=yes&constructor[prototype][polluted]=yes&ok=1')
	expect(formText(form['ok'])).toBe('1')
	expect(Object.keys(form)).toEqual(['__proto__', 'constructor', 'ok'])
	expect(({} as Record<string, unknown>)['polluted']).toBeUndefined()
})
