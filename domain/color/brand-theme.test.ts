import { expect, test } from 'vitest'

import { deriveTheme, findContrastFaults } from './brand-theme.ts'

test.each([
	// Has enough contrast in light mode; is lightened in dark mode.
	['#1D4ED8', 'day', '#1d4ed8'],
	['#cc3b14', 'day', '#cc3b14'],
	['#ff8457', 'night', '#ff8457'],
	['#ffffff', 'night', '#ffffff'],
	['#000000', 'day', '#000000'],
] as const)('the accent of %s in %s mode is %s', (color, mode, accent) => expect(deriveTheme(color, mode).accent).toBe(accent))

test('every color gives a readable theme in its own hue', () => {
	const channels = ['00', '33', '66', '99', 'cc', 'ff']
	for (const red of channels)
		for (const green of channels)
			for (const blue of channels)
				for (const mode of ['day', 'night'] as const) {
					const color = `#${red}${green}${blue}`
					const theme = deriveTheme(color, mode)
					expect([color, mode, findContrastFaults(theme, mode)]).toEqual([color, mode, []])
				}
	expect(deriveTheme('#ffd700', 'day')).toEqual({ accent: '#8a7400', accentHover: '#615200', onAccent: '#ffffff', accentInk: '#766300' })
})

test('buttons change color on hover', () => {
	for (const mode of ['day', 'night'] as const) {
		const { accent, accentHover } = deriveTheme('#2e7d6b', mode)
		expect(accentHover).not.toBe(accent)
	}
})
