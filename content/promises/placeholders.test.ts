import { expect, test } from 'vitest'
import { z } from 'zod'

import { loadedContent } from '#content/loaded.server.ts'

import { findUnknownNames, describePlaceholders, VALUE_MEANINGS, withKnownNames } from './placeholders.ts'

test('every promised figure has an explanation', () => {
	expect(Object.keys(VALUE_MEANINGS).toSorted()).toEqual(Object.keys(loadedContent.promises).toSorted())
})

test.each([
	['offers.json', '{guaranteeDays} days for {price}', []],
	['offers.json', '{guaranteDays} days, { price } and {n}', ['guaranteDays', ' price ', 'n']],
	['course/course.json', '{n} of {firstName}', []],
	['legal/terms.md', 'write to {supportEmail} of {brand}', []],
	['offers.json', 'Write about {your topic} in {guarantee days}', ['guarantee days']],
	['offers.json', 'JSON like {"a": 1} and {} is text', []],
])('%s: unknown placeholders in “%s” are %j', (file, text, unknown) => {
	expect(findUnknownNames(file, text)).toEqual(unknown)
})

test('an unknown placeholder is reported at its field with a suggestion', () => {
	const schema = withKnownNames('offers.json', z.object({ list: z.array(z.string()) }))
	expect(schema.safeParse({ list: ['{price}', '{guaranteedays}'] }).error?.issues).toMatchObject([
		{ path: ['list', 1], message: 'has {guaranteedays}, which is not a placeholder: did you mean {guaranteeDays}?' },
	])
	expect(describePlaceholders('offers.json').map(([name]) => name)).not.toContain('n')
})
