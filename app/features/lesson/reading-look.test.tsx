import { expect, test } from 'vitest'

import { operatePage } from '#tests/setup/operate-page.ts'
import { renderElement } from '#tests/setup/render-element.ts'

import { ReadingLook, useReadingLook } from './reading-look.tsx'

const Look = () => <ReadingLook {...useReadingLook()} />

async function openLesson() {
	const view = await renderElement(<Look />)
	const { field, type } = operatePage(view)
	return { ...view, type, chosen: () => ['Text size', 'Text width'].map((label) => field(label)?.value) }
}

test('the chosen text size and width stay for the next lesson, each without the other', async () => {
	localStorage.clear()
	const first = await openLesson()
	expect(first.chosen()).toEqual(['normal', 'normal'])
	await first.type('Text width', 'wide')
	expect(first.chosen()).toEqual(['normal', 'wide'])
	await first.leave()

	const second = await openLesson()
	expect(second.chosen()).toEqual(['normal', 'wide'])
	await second.type('Text size', 'larger')
	await second.leave()

	const third = await openLesson()
	expect(third.chosen()).toEqual(['larger', 'wide'])
	await third.type('Text width', 'narrow')
	await third.leave()
	expect((await openLesson()).chosen()).toEqual(['larger', 'narrow'])
})
