import { MemoryRouter } from 'react-router'
import { expect, test, vi } from 'vitest'

import { operatePage } from '#tests/setup/operate-page.ts'
import { renderElement } from '#tests/setup/render-element.ts'

import { EarlierExercises } from './earlier-exercises.tsx'
import { ExerciseList } from './exercise-list.tsx'
import { exercisesStore } from './exercises-store.ts'
import { useExercisesState } from './use-exercises.ts'

vi.mock('./use-exercises.ts', { spy: true })

const MODULES = [
	{ id: 1, title: 'Start', sections: ['intro', 'goals'].map((id) => ({ id, title: `The ${id}`, lessonId: `l-${id}` })) },
	{ id: 2, title: 'Sell', sections: [{ id: 'price', title: 'The price', lessonId: 'l-price' }] },
]

type Filled = [moduleId: number, lessonId: string, exerciseId: string, value: string]

function store(filled: Filled[]) {
	localStorage.clear()
	for (const [moduleId, lessonId, exerciseId, value] of filled)
		exercisesStore.write({ moduleId, lessonId, exerciseId }, `Exercise ${exerciseId}`, [{ id: 'f', label: '', place: 0, value }])
}

async function openList(filled: Filled[], sync: ReturnType<typeof useExercisesState> = 'idle') {
	store(filled)
	vi.mocked(useExercisesState).mockReturnValue(sync)
	const view = await renderElement(
		<MemoryRouter>
			<ExerciseList modules={MODULES} />
		</MemoryRouter>,
	)
	return { ...view, ...operatePage(view) }
}

test('answers are listed in course order, with a link to their section if it still exists', async () => {
	const { page } = await openList([
		[2, 'l-price', 'c', '3'],
		[1, 'l-gone', 'z', '9'],
		[1, 'l-goals', 'b', '2'],
		[1, 'l-intro', 'a', '1'],
		[1, 'l-intro', 'empty', ''],
	])
	const lines = [...page.querySelectorAll('article')].map((article) => [
		article.querySelector('h3')?.textContent,
		article.querySelector('a')?.getAttribute('href'),
		article.querySelector('p')?.textContent,
		article.querySelector('dl')?.textContent,
	])
	expect(lines).toEqual([
		['Exercise a', '/course/module1?section=intro', 'Start, The intro', 'Unnamed field1'],
		['Exercise b', '/course/module1?section=goals', 'Start, The goals', 'Unnamed field2'],
		['Exercise z', undefined, 'From an earlier edition of the course', 'Unnamed field9'],
		['Exercise c', '/course/module2?section=price', 'Sell, The price', 'Unnamed field3'],
	])
	expect(page.textContent).not.toContain('Your answers to exercises appear here.')
})

test.each([
	{ sync: 'idle', hasPdf: false },
	{ sync: 'syncing', hasPdf: false },
	{ sync: 'refused', hasPdf: false },
	{ sync: 'synced', hasPdf: true },
	{ sync: 'nearly-full', hasPdf: true },
] as const)('while the account is $sync, a PDF is offered: $hasPdf', async ({ sync, hasPdf }) => {
	const { button } = await openList([[1, 'l-intro', 'a', '1']], sync)
	expect(button('Download exercises as PDF') !== undefined).toBe(hasPdf)
})

test('without answers, the list says where they will appear and offers no file', async () => {
	const { page, button } = await openList([[1, 'l-intro', 'a', '']], 'synced')
	expect(page.textContent).toContain('Your answers to exercises appear here.')
	expect([page.querySelector('[role=status]'), button('Download exercises as PDF')]).toEqual([null, undefined])
})

test('a lesson shows the answers to exercises that it no longer has, and no others', async () => {
	store([
		[1, 'l-intro', 'gone', '1'],
		[1, 'l-intro', 'kept', '2'],
		[1, 'l-goals', 'other', '3'],
		[2, 'l-intro', 'elsewhere', '4'],
		[1, 'l-intro', 'empty', ''],
	])
	const earlier = (exercises: { id: string }[]) => <EarlierExercises moduleId={1} lessonId="l-intro" lesson={{ exercises }} />
	const { page, show } = await renderElement(earlier([{ id: 'kept' }]))
	expect([...page.querySelectorAll('h4, dd')].map(({ textContent }) => textContent)).toEqual(['Exercise gone', '1'])
	await show(earlier([{ id: 'kept' }, { id: 'gone' }]))
	expect(page.textContent).toBe('')
})
