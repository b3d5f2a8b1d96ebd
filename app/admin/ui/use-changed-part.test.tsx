import { expect, test } from 'vitest'

import { renderElement } from '#tests/setup/render-element.ts'

import { useChangedPart } from './use-changed-part.ts'

function Form({ revision }: { revision: number }) {
	return (
		<form>
			<div ref={useChangedPart(revision)}>
				<details id="f-0" open>
					<summary>Entry</summary>
					<input type="hidden" name="d" />
					<input id="f-0-name" name="name" />
				</details>
				<button type="submit" name="do" value="add /list" formAction="/file#f-0">
					Add
				</button>
				<button type="submit" name="do" value="up /list/1" formAction="/file#f-0">
					Move up
				</button>
			</div>
		</form>
	)
}

test.each([
	['the first field of a new entry', 'add /list', 'INPUT'],
	['the heading of a moved entry', 'up /list/1', 'SUMMARY'],
])('focuses %s', async (_, command, focused) => {
	const { page, run, show, leave } = await renderElement(<Form revision={0} />)
	page.querySelector('form')?.addEventListener('submit', (event) => event.preventDefault())
	Element.prototype.scrollIntoView = () => {}
	await run(() => page.querySelector<HTMLButtonElement>(`[value="${command}"]`)?.click())
	await show(<Form revision={1} />)
	expect(document.activeElement?.tagName).toBe(focused)
	await leave()
})
