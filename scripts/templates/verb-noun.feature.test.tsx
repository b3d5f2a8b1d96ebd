import { act } from 'react'
import { createRoot } from 'react-dom/client'
import { expect, onTestFinished, test } from 'vitest'

import { VerbNoun } from './verb-noun.feature.tsx'

function show() {
	globalThis.IS_REACT_ACT_ENVIRONMENT = true
	const host = document.body.appendChild(document.createElement('div'))
	const root = createRoot(host)
	onTestFinished(() => {
		act(() => root.unmount())
		host.remove()
	})
	act(() => root.render(<VerbNoun title="Verb noun" now={() => 0} />))
	return { text: () => host.textContent, press: () => act(() => host.querySelector('button')?.click()) }
}

test('the button opens, tells since when, and closes again', () => {
	const { text, press } = show()
	expect(text()).toBe('Open')
	press()
	expect(text()).toBe('CloseOpen since 1970-01-01T00:00:00.000Z')
	press()
	expect(text()).toBe('Open')
})
