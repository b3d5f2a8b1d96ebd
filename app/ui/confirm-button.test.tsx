import { expect, test } from 'vitest'

import { renderElement } from '#tests/setup/render-element.ts'

import { ConfirmButton } from './confirm-button.tsx'

test('the dialog stays open until the action is finished, which can’t be started twice', async () => {
	const { promise, resolve } = Promise.withResolvers<void>()
	let started = 0
	const act = () => ((started += 1), promise)
	const { page, run } = await renderElement(
		<ConfirmButton label="Remove" title="Remove it?" confirmLabel="Yes" onConfirm={act}>
			It’s gone then.
		</ConfirmButton>,
	)
	const press = (words: string) => run(() => [...page.querySelectorAll('button')].find(({ textContent }) => textContent === words)?.click())
	const isOpen = () => page.querySelector('dialog')?.open
	await press('Remove')
	await press('Yes')
	await run(() => page.querySelector<HTMLButtonElement>('dialog .grid button')?.click())
	expect([isOpen(), started]).toEqual([true, 1])
	await run(() => resolve())
	expect(isOpen()).toBe(false)
})
