import { expect, test, vi } from 'vitest'

import { bootScript } from '#app/shell/boot-script.ts'

import { chooseTheme, shownTheme } from './theme.ts'

const root = document.documentElement

/** Runs the head script the way a browser does: as a classic script, before any module. */
function runBootScript() {
	delete root.dataset.theme
	delete root.dataset.session
	// oxlint-disable-next-line no-implied-eval, typescript/no-implied-eval -- this is how the page runs it
	new Function(bootScript)()
}

const deviceIs = (scheme: 'light' | 'dark') =>
	vi.spyOn(window, 'matchMedia').mockImplementation((query) => ({ matches: query.includes(scheme) }) as MediaQueryList)

test.each(['light', 'dark'] as const)('without a choice the page follows the device’s %s theme', (scheme) => {
	localStorage.clear()
	runBootScript()
	const device = deviceIs(scheme)
	expect([root.dataset.theme, shownTheme()]).toEqual([undefined, scheme])
	device.mockRestore()
})

test('a chosen theme overrides the device’s and is applied before first paint', () => {
	const device = deviceIs('light')
	chooseTheme('dark')
	expect([shownTheme(), localStorage.getItem('launchway_theme')]).toEqual(['dark', 'dark'])
	runBootScript()
	expect(root.dataset.theme).toBe('dark')
	device.mockRestore()
})

test('an unknown theme is ignored', () => {
	localStorage.setItem('launchway_theme', 'x" onload="alert(1)')
	runBootScript()
	expect(root.dataset.theme).toBeUndefined()
})

test.each([
	[null, false],
	['{}', true],
])('a stored session %s marks the document: %s', (stored, isMarked) => {
	localStorage.clear()
	if (stored) localStorage.setItem(`sb-${location.hostname.split('.')[0]}-auth-token`, stored)
	runBootScript()
	expect('session' in root.dataset).toBe(isMarked)
})
