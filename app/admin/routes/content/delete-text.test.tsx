import type { ComponentProps } from 'react'
import { createRoutesStub } from 'react-router'
import { expect, test } from 'vitest'

import { renderElement } from '#tests/setup/render-element.ts'

import DeleteText from './delete-text.tsx'

type Deletion = ComponentProps<typeof DeleteText>['deletion']

const PAGE: Deletion = {
	kind: 'page',
	title: 'Studio',
	base: 'v1',
	suggesting: [],
	links: 0,
	targets: [['/', 'Home']],
	isPublic: true,
	broken: [],
	isScheduled: false,
}

/**
 * Opens the question.
 * @returns what it submits with its initial choices, and the labels of its fields
 */
async function ask(deletion: Partial<Deletion>) {
	const shared = { formToken: 't', isProven: true, failure: null }
	const Component = () => <DeleteText path="pages/studio.md" deletion={{ ...PAGE, ...deletion }} />
	const Stub = createRoutesStub([{ id: 'root', path: '/', loader: () => shared, Component }])
	const { page } = await renderElement(<Stub hydrationData={{ loaderData: { root: shared } }} />)
	const sent = new FormData(page.querySelector('form') ?? undefined)
	return {
		to: sent.get('to'),
		redirect: sent.get('redirect'),
		labels: [...page.querySelectorAll('label')].map((label) => label.textContent),
	}
}

test('a page without links asks once where its visitors go', async () => {
	expect(await ask({})).toEqual({ to: '', redirect: 'yes', labels: ['Page to show instead'] })
})

test('a page with links asks where they lead, and whether its visitors go there, too', async () => {
	expect(await ask({ links: 2 })).toEqual({
		to: '/',
		redirect: 'yes',
		labels: ['Change the 2 links to it to', 'Redirect visitors of this page’s address to that page'],
	})
})

test('a page that was never public asks only about links', async () => {
	expect(await ask({ isPublic: false })).toMatchObject({ to: null, labels: [] })
	expect(await ask({ isPublic: false, links: 1 })).toEqual({ to: '/', redirect: null, labels: ['Change the link to it to'] })
})
