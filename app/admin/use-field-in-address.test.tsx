import { createRoutesStub } from 'react-router'
import { expect, test } from 'vitest'

import { renderElement } from '#tests/setup/render-element.ts'

import { useFieldInAddress } from './use-field-in-address.ts'

function Editor() {
	useFieldInAddress()
	return (
		<form>
			<div hidden>
				<textarea id="text" className="code-text" />
			</div>
			<textarea className="rich-text-body" id="body" />
			<details>
				<summary id="group">Question 1</summary>
				<div id="note">An error without a field</div>
				<fieldset id="choice">
					<input type="radio" id="first" />
				</fieldset>
			</details>
		</form>
	)
}

test.each([
	['a choice', '#choice', 'first'],
	['a text whose text area is hidden by the rich text editor', '#text', 'body'],
	['an error without a field, at the heading of its group', '#note', 'group'],
])('a link to %s focuses something', async (_, hash, focused) => {
	const Stub = createRoutesStub([{ path: '/', Component: Editor }])
	const { run } = await renderElement(<Stub initialEntries={[`/${hash}`]} />)
	await run(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))))
	expect(document.activeElement?.id).toBe(focused)
})
