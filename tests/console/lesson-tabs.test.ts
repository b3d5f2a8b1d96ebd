import { expect, test } from 'vitest'

import { startWire } from '#tests/wire/test-client.ts'

import { addressOf, originOf, saveText } from './edit-content.ts'
import { openConsoleAs } from './open-console.ts'

const LESSON = 'course/module-2/lessons/first-sale.md'

test('the tabs of a lesson count their errors', async () => {
	const operator = await openConsoleAs(await startWire(), 'operator')
	const read = async () => (await operator.get(addressOf(LESSON))).text
	const tabsOf = (text: string) =>
		[...text.matchAll(/\b(Text|Steps|Examples|Knowledge check|Details) <span class="sr-only">(\(\d+ errors?\))/g)].map(
			([, label, count]) => `${label} ${count}`,
		)
	expect(tabsOf(await read())).toEqual([])
	await saveText(
		operator,
		LESSON,
		originOf(LESSON)
			.replace(/^difficulty: .*$/m, 'difficulty: odd')
			.replace(/correct: \d+/, 'correct: 9'),
	)
	expect([...new Set(tabsOf(await read()))].toSorted()).toEqual(['Details (1 error)', 'Knowledge check (1 error)'])
})

test('the error about a missing right answer links to the options, whose buttons select it', async () => {
	const operator = await openConsoleAs(await startWire(), 'operator')
	await saveText(operator, LESSON, originOf(LESSON).replace(/correct: \d+/, 'correct: 9'))
	const { text } = await operator.get(addressOf(LESSON))
	const [, id = ''] = /<a href="#([^"]+)">[^<]*<\/a>: Choose the right answer\./.exec(text) ?? []
	expect(text).toMatch(new RegExp(`<details [^>]*id="${id}"[^>]*>(?:(?!</details>)[^])*<input type="radio"`))
	expect(text).toContain('title="Option 1 is the right answer"')
})
