import { createMemoryRouter, RouterProvider } from 'react-router'
import { expect, test, vi } from 'vitest'

import { renderElement } from '#tests/setup/render-element.ts'

import { ErrorPage } from './error-page.tsx'

const show = (error: unknown) =>
	renderElement(<RouterProvider router={createMemoryRouter([{ path: '*', element: <ErrorPage error={error} /> }])} />)

test('the error page and the log show the failed request’s ID', async () => {
	const log = vi.spyOn(console, 'error').mockImplementation(() => undefined)
	const error = Object.assign(new Error('refused'), { requestId: 'req-42' })
	const { page, leave } = await show(error)
	expect(page.querySelector('h1')?.textContent).toBe('Unexpected Application Error!')
	expect(page.querySelector('code')?.textContent).toBe('req-42')
	expect(log).toHaveBeenCalledWith('Unexpected error req-42', error)
	log.mockRestore()
	await leave()
})

test('an error without a request gets a new ID, on the page and in the log', async () => {
	const log = vi.spyOn(console, 'error').mockImplementation(() => undefined)
	const { page, leave } = await show('thrown text')
	const id = page.querySelector('code')?.textContent ?? ''
	expect(id).toMatch(/^[0-9a-f]{8}$/)
	expect(log).toHaveBeenCalledWith(`Unexpected error ${id}`, 'thrown text')
	log.mockRestore()
	await leave()
})

test('Try again reloads the page', async () => {
	const log = vi.spyOn(console, 'error').mockImplementation(() => undefined)
	const reload = vi.spyOn(window.location, 'reload').mockImplementation(() => undefined)
	const { page, run, leave } = await show(new Error('x'))
	await run(() => page.querySelector('button')?.click())
	expect(reload).toHaveBeenCalledOnce()
	log.mockRestore()
	reload.mockRestore()
	await leave()
})
