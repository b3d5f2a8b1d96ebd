import { expect, test } from 'vitest'

import { renderElement } from '#tests/setup/render-element.ts'

import { useKeptPlace } from './use-kept-place.ts'

/** A form that resets when its key changes, as ActionForm does. */
function Form({ step, onKeep }: { step: string; onKeep: (keep: () => void) => void }) {
	onKeep(useKeptPlace(step, 'form'))
	return (
		<form key={step} id="form">
			{['first', 'second'].map((id) => (
				<details key={id} id={id}>
					<summary>{id}</summary>
					<input id={`${id}-name`} />
				</details>
			))}
			<button type="submit">Save draft</button>
		</form>
	)
}

test('a form reset after saving keeps its open groups, and its focus in the field or on the button', async () => {
	let keep = () => {}
	const at = (step: string) => <Form step={step} onKeep={(next) => (keep = next)} />
	const { page, show, leave } = await renderElement(at('1'))
	const isOpen = () => [...page.querySelectorAll('details')].map(({ open }) => open)
	const open = () => page.querySelector<HTMLDetailsElement>('#second')?.setAttribute('open', '')
	open()
	page.querySelector<HTMLInputElement>('#second-name')?.focus()
	keep()
	await show(at('2'))
	expect([isOpen(), document.activeElement?.id]).toEqual([[false, true], 'second-name'])
	page.querySelector('button')?.focus()
	keep()
	await show(at('3'))
	expect([isOpen(), document.activeElement?.textContent]).toEqual([[false, true], 'Save draft'])
	// After a reset without a save, nothing is restored.
	await show(at('4'))
	expect(isOpen()).toEqual([false, false])
	await leave()
})
