import { createRoutesStub } from 'react-router'
import { expect, test } from 'vitest'

import { renderElement } from '#tests/setup/render-element.ts'

import { Choice, type ChoiceProps, SelectedDrafts } from './choose-drafts.tsx'

type Change = ChoiceProps['changes'][number]
const change = (path: string, group: string, cause: string | null = null) => {
	const file = { path, title: path, kind: 'Text', isNew: false, changes: [], more: 0, summary: '' }
	return { ...file, id: path, page: null, cause, group, isSelected: true } as unknown as Change
}

test('drafts that are published together are selected and unselected together', async () => {
	const changes = [change('module', 'a'), change('lesson', 'a'), change('course', 'a', 'module'), change('home', 'b')]
	const Stub = createRoutesStub([
		{
			path: '/',
			Component: () => (
				<form>
					<Choice changes={changes} typed={{}} />
					<SelectedDrafts count={changes.length} />
				</form>
			),
		},
	])
	const { page, run } = await renderElement(<Stub />)
	expect(page.textContent).toContain('Published together with lesson.')
	const selected = () => [...page.querySelectorAll('input:checked')].map(({ id }) => id)
	const press = (id: string) => run(() => page.querySelector<HTMLInputElement>(`#draft-${id}`)?.click())
	await press('lesson')
	expect(selected()).toEqual(['draft-home'])
	expect(page.querySelector('[role=status]')?.textContent).toContain('1 of 4 selected.')
	await press('course')
	expect(selected()).toEqual(['draft-module', 'draft-course', 'draft-lesson', 'draft-home'])
})

test('after a refusal, a draft that joined a selected group since is selected with it', async () => {
	const changes = [change('module', 'a'), change('lesson', 'a'), change('home', 'b')]
	const typed = { choose: 'drafts', 'draft-lesson': 'on' }
	const Stub = createRoutesStub([{ path: '/', Component: () => <Choice changes={changes} typed={typed} /> }])
	const { page } = await renderElement(<Stub />)
	expect([...page.querySelectorAll('input:checked')].map(({ id }) => id)).toEqual(['draft-module', 'draft-lesson'])
})
