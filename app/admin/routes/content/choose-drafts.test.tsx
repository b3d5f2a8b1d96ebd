import { createRoutesStub } from 'react-router'
import { expect, test } from 'vitest'

import { renderElement } from '#tests/setup/render-element.ts'

import { DraftChoice, type DraftChoiceProps, SelectedDrafts } from './choose-drafts.tsx'

type Change = DraftChoiceProps['changes'][number]
const change = (path: string, group: string, isSeparable = false) => {
	const file = { path, title: path, kind: 'Text', isNew: false, changes: [], more: 0, summary: '' }
	return { ...file, id: path, page: null, cause: null, group, isSeparable, isSelected: true } as unknown as Change
}

const GROUPS = [{ group: 'a', title: 'New lesson “Talks”', why: 'They belong together.' }]
const noDiscard = () => {}

function renderChoice(changes: readonly Change[], typed: DraftChoiceProps['typed'] = {}) {
	const Component = () => (
		<form>
			<DraftChoice changes={changes} groups={GROUPS} typed={typed} onDiscard={noDiscard} />
			<SelectedDrafts count={changes.length} />
		</form>
	)
	const Stub = createRoutesStub([{ path: '/', Component }])
	return renderElement(<Stub />)
}

const selectedOn = (page: ParentNode) => [...page.querySelectorAll('input[name]:checked')].map(({ id }) => id)

test('drafts that are published together are selected and unselected together, also by the box of their group', async () => {
	const changes = [change('module', 'a'), change('lesson', 'a'), change('home', 'b')]
	const { page, run } = await renderChoice(changes)
	expect(page.textContent).toContain('They belong together.')
	const press = (id: string) => run(() => page.querySelector<HTMLInputElement>(`#${id}`)?.click())
	await press('draft-lesson')
	expect(selectedOn(page)).toEqual(['draft-home'])
	expect(page.querySelector('[role=status]')?.textContent).toContain('1 of 3 selected.')
	await press('group-a')
	expect(selectedOn(page)).toEqual(['draft-module', 'draft-lesson', 'draft-home'])
})

test('a draft that can be published before the one that caused it is selected alone, and unselects that one', async () => {
	const { page, run } = await renderChoice([change('site', 'a'), change('home', 'a', true), change('blog', 'a', true)])
	const press = (id: string) => run(() => page.querySelector<HTMLInputElement>(`#${id}`)?.click())
	await press('draft-home')
	expect(selectedOn(page)).toEqual(['draft-blog'])
	expect(page.querySelector<HTMLInputElement>('#group-a')?.indeterminate).toBe(true)
	await press('draft-site')
	expect(selectedOn(page)).toEqual(['draft-site', 'draft-home', 'draft-blog'])
	await press('draft-site')
	expect(selectedOn(page)).toEqual(['draft-home', 'draft-blog'])
})

test('after a refusal, a draft that joined a selected group since is selected with it', async () => {
	const { page } = await renderChoice([change('module', 'a'), change('lesson', 'a'), change('home', 'b')], {
		choose: 'drafts',
		'draft-lesson': 'on',
	})
	expect(selectedOn(page)).toEqual(['draft-module', 'draft-lesson'])
})
