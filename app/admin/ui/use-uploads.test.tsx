import { expect, test } from 'vitest'

import { renderElement } from '#tests/setup/render-element.ts'

import { useUploads } from './use-uploads.ts'

function Uploads() {
	const { uploads, add } = useUploads('t', 1000, () => {})
	const files = [
		new File(['a'], 'photo'),
		new File(['a'], 'list.txt', { type: 'text/plain' }),
		new File([], 'empty.svg', { type: 'image/svg+xml' }),
	]
	return (
		<button type="button" onClick={() => add(files)}>
			{uploads.map(({ state, message }) => `${state} ${message}`).join(', ')}
		</button>
	)
}

test('a file that can’t be used is refused right away; the server decides about one whose kind the browser doesn’t know', async () => {
	const { page, run } = await renderElement(<Uploads />)
	await run(() => page.querySelector('button')?.click())
	expect(page.textContent).toBe('ready , refused This kind of file can’t be used., refused This file is empty.')
})
