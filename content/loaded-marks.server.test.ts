import { expect, test } from 'vitest'

import { loadEditedWithMarks } from './loaded.server.ts'
import { TextMarks } from './marks/text-marks.ts'

test('marks of two servers in one process refer to their own files', () => {
	const [earlier, later] = [new TextMarks(), new TextMarks()]
	earlier.text('', { file: 'site.json', whole: true })
	const places = [earlier, later].map((marks) => marks.placeOf(loadEditedWithMarks(new Map(), marks).articles[0]?.title ?? ''))
	expect(places).toEqual(Array.from({ length: 2 }, () => expect.objectContaining({ file: expect.stringMatching(/^articles\/.+\.md$/) })))
})
