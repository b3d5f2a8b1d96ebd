import { expect, test } from 'vitest'

import { startWire } from '#tests/wire/test-client.ts'

import { addressOf } from './edit-content.ts'
import { openConsoleAs } from './open-console.ts'
import { hiddenIn } from './read-form.ts'

const COURSE = '/admin/course'
const SALE = 'course/module-2/lessons/first-sale.md'

test('a lesson is duplicated from its editor', async () => {
	const operator = await openConsoleAs(await startWire(), 'operator')
	const { text } = await operator.get(addressOf(SALE))
	const made = await operator.post(COURSE, hiddenIn(text, COURSE, 'duplicate-lesson'))
	expect(made.to).toContain(`${addressOf('course/module-2/lessons/copy-of-first-sale.md')}&notice=lesson-duplicated&changed=`)
	expect((await operator.get(made.to)).text).toContain('Undo the copy')
})

test('a lesson is removed from its editor, after a question', async () => {
	const operator = await openConsoleAs(await startWire(), 'operator')
	const { text } = await operator.get(`${addressOf(SALE)}&remove=1`)
	expect(text).toContain('Remove “First Sale” from the course?')
	const removed = await operator.post(COURSE, hiddenIn(text, COURSE, 'remove-lesson'))
	expect(removed.to).toMatch(/notice=part-removed&changed=[\da-f-]{36}&did=remove$/)
	expect((await operator.get(removed.to)).text).toContain('Undo the removal')
})

test('a lesson of a career track is neither duplicated nor removed', async () => {
	const operator = await openConsoleAs(await startWire(), 'operator')
	const { text } = await operator.get(addressOf('tracks/affiliate-marketer/write-an-honest-comparison.md'))
	expect([text.includes('Remove from the course'), text.includes('duplicate-lesson')]).toEqual([false, false])
})
