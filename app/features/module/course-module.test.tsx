import { MemoryRouter } from 'react-router'
import { expect, test } from 'vitest'

import moduleTwo from '#content/course/module-2/module.json'
import { ModuleSchema } from '#content/schema/module.ts'
import { renderElement } from '#tests/setup/render-element.ts'

import { CourseModule } from './course-module.tsx'

const page = ModuleSchema.parse(moduleTwo)
const sections = [
	{ id: 'first', title: 'The overview', summary: 'What is made.', lessonId: 'first' },
	{ id: 'second', title: 'A lesson', summary: 'How it is made.', lessonId: 'second' },
	{ id: 'third', title: 'Nothing yet', summary: 'What comes later.', lessonId: null },
]

const NONE = { done: 0, of: 0 }

async function showSection(index: number): Promise<string> {
	const nothing = () => {}
	const { page: shown } = await renderElement(
		<MemoryRouter>
			<CourseModule
				module={{ ...page, sections }}
				index={index}
				onGo={nothing}
				opened={new Set()}
				downloads={[]}
				overview={null}
				onDownload={nothing}
				onComplete={nothing}
				renderLesson={(lessonId) => <p>Lesson {lessonId}</p>}
				renderNote={() => null}
				evidence={{ opened: NONE, exercised: NONE, checked: NONE, missing: [] }}
				reached={new Set()}
				onMilestone={nothing}
				project={null}
				onProject={nothing}
				afterCompletion={null}
			/>
		</MemoryRouter>,
	)
	return shown.textContent
}

test.each([
	{ index: 0, what: 'the overview, and its lesson below it', shows: [page.startButtonLabel, 'Lesson first'] },
	{ index: 1, what: 'its lesson', shows: ['Lesson second'] },
	{ index: 2, what: 'the placeholder', shows: [page.comingSoon, 'What comes later.'] },
])('section $index shows $what', async ({ index, shows }) => {
	const text = await showSection(index)
	for (const words of shows) expect(text).toContain(words)
	if (index < 2) expect(text).not.toContain(page.comingSoon)
})
