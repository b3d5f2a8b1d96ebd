import { expect, test } from 'vitest'

import { loadedContent } from './loaded.server.ts'
import { nameLessons } from './name-lessons.ts'

const { modulePage } = loadedContent

test.each([
	{ what: 'one that it names', lessonId: 'other', files: ['module-2/lessons/own.md'], is: 'other' },
	{ what: 'the file with its name', lessonId: undefined, files: ['module-2/lessons/own.md'], is: 'own' },
	{ what: 'the file with its name if the lesson is null', lessonId: null, files: ['/content/course/module-2/lessons/own.md'], is: 'own' },
	{ what: 'none if there is no file', lessonId: undefined, files: [], is: null },
	{ what: 'none if the file belongs to another module', lessonId: undefined, files: ['module-1/lessons/own.md'], is: null },
])('a section’s lesson is $what', ({ lessonId, files, is }) => {
	const page = modulePage(2)
	const named = nameLessons({ ...page, sections: [{ id: 'own', title: 'Own', summary: 'Mine.', lessonId }] }, files)
	expect(named.sections).toEqual([{ id: 'own', title: 'Own', summary: 'Mine.', lessonId: is }])
})
