import { act } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { renderToString } from 'react-dom/server'
import { createRoutesStub } from 'react-router'
import { expect, onTestFinished, test } from 'vitest'

import { MoreActions } from './more-actions.tsx'

const REFUSED = { form: '-end', message: 'Why?', fields: {}, typed: {}, code: 'reason_missing' }

test('after a form that was refused before the page was alive, the menu with the reason stays open', async () => {
	const shared = { formToken: 't', isProven: true, failure: REFUSED }
	const Component = () => (
		<MoreActions>
			<p>Why?</p>
		</MoreActions>
	)
	const Stub = createRoutesStub([{ id: 'root', path: '/', loader: () => shared, children: [{ index: true, Component }] }])
	const shown = <Stub hydrationData={{ loaderData: { root: shared } }} />
	const page = document.createElement('div')
	document.body.append(page)
	page.innerHTML = renderToString(shown)
	globalThis.IS_REACT_ACT_ENVIRONMENT = true
	const root = await act(async () => hydrateRoot(page, shown))
	onTestFinished(() => act(async () => root.unmount()))
	expect(page.querySelector('details')?.open).toBe(true)
	expect(document.activeElement).toBe(document.body)
})
