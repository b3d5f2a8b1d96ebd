import { expect, test, vi } from 'vitest'

import { renderElement } from '#tests/setup/render-element.ts'

import { ProgressBar, readProgress } from './progress-bar.tsx'

test.each([
	[0, 100, 0],
	[1, 8, 13],
	[8, 8, 100],
])('%i of %i is %i %%', (value, max, percent) => {
	expect(readProgress(value, max)).toEqual({ state: 'known', value, max, percent })
})

test.each([
	[-1, 100],
	[101, 100],
	[Number.NaN, 100],
	[0, 0],
	[1, Number.NaN],
	[Number.POSITIVE_INFINITY, 100],
])('%d of %d is indeterminate', (value, max) => {
	expect(readProgress(value, max)).toEqual({ state: 'indeterminate' })
})

test('a value over the maximum is logged and shown as indeterminate', async () => {
	const log = vi.spyOn(console, 'error').mockImplementation(() => undefined)
	const { page, leave } = await renderElement(<ProgressBar label="Module 1" value={120} />)
	const bar = page.querySelector('[role=progressbar]')
	expect([bar?.getAttribute('aria-valuenow'), bar?.getAttribute('data-state')]).toEqual([null, 'indeterminate'])
	expect(log).toHaveBeenCalledWith('Progress "Module 1": 120 is not between 0 and 100')
	log.mockRestore()
	await leave()
})
